/// The host of a URL in its one canonical form, so that two spellings of it are equal (D30).
public enum URLHost: Hashable, Sendable, CustomStringConvertible {
  /// A name: in lower case, percent-decoded, with Punycode for what is not ASCII, without a dot at its end.
  case domain(String)
  /// An address of version 4.
  case ipv4(UInt32)
  /// An address of version 6, in two halves.
  case ipv6(UInt64, UInt64)

  /// How far a host can be reached.
  public enum Reach: String, CaseIterable, Sendable {
    /// From anywhere, as far as the host's name or address shows.
    case everywhere
    /// From this machine alone, such as `127.0.0.1` and `localhost`.
    case loopback
    /// From a private network, such as `192.168.0.0/16` and `fc00::/7`.
    case privateNetwork
    /// From the same link, such as `169.254.0.0/16` and `fe80::/10`.
    case linkLocal
  }

  /// The host as a URL has it.
  public var description: String {
    switch self {
    case .domain(let name): name
    case .ipv4(let address):
      [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
    case .ipv6(let high, let low): "[\(Self.compressed(Self.groups(high, low)))]"
    }
  }

  /// How far the host can be reached; a name says so only if it is reserved for that.
  ///
  /// Names: RFC 6761, 6762 and 8375, `internal` by ICANN, 2024, and hosts files. Addresses: RFC 6890, 5771 and 4291.
  public var reach: Reach {
    switch self {
    case .domain(let name): Self.reach(ofName: name)
    case .ipv4(let address): Self.reach(of: address)
    case .ipv6(let high, let low): Self.reach(of: high, low)
    }
  }

  private static func reach(ofName name: String) -> Reach {
    func ends(_ suffix: String) -> Bool { name == suffix || name.hasSuffix("." + suffix) }
    if ends("localhost") || ends("localdomain") { return .loopback }
    // The names of ::1 in the hosts file of Debian.
    if name == "ip6-localhost" || name == "ip6-loopback" { return .loopback }
    if ends("local") { return .linkLocal }
    if ends("internal") || ends("home.arpa") { return .privateNetwork }
    return .everywhere
  }

  private static func reach(of address: UInt32) -> Reach {
    switch address {
    case 0x7F00_0000...0x7FFF_FFFF, 0...0x00FF_FFFF: .loopback  // 127/8; 0/8 is this host too
    case 0xA9FE_0000...0xA9FE_FFFF, 0xE000_0000...0xEFFF_FFFF, 0xFFFF_FFFF:
      .linkLocal  // 169.254/16; to many: 224/4 and broadcast
    case 0x0A00_0000...0x0AFF_FFFF, 0xAC10_0000...0xAC1F_FFFF, 0xC0A8_0000...0xC0A8_FFFF,
      0x6440_0000...0x647F_FFFF, 0xC000_0000...0xC000_00FF, 0xC612_0000...0xC613_FFFF:
      .privateNetwork  // 10/8, 172.16/12, 192.168/16, 100.64/10, 192.0.0/24, 198.18/15
    default: .everywhere
    }
  }

  private static func reach(of high: UInt64, _ low: UInt64) -> Reach {
    let embedded = UInt32(truncatingIfNeeded: low)
    switch high {
    case 0 where low <= 1: return .loopback  // :: and ::1
    case 0 where low >> 32 == 0 || low >> 32 == 0xFFFF:  // an address of version 4, or mapped
      return reach(of: embedded)
    case 0 where low >> 32 == 0xFFFF_0000: return reach(of: embedded)  // translated
    case 0x0064_FF9B_0000_0000 where low >> 32 == 0: return reach(of: embedded)  // 64:ff9b::/96
    default: break
    }
    if high >> 16 == 0x0064_FF9B_0001 { return .privateNetwork }  // 64:ff9b:1::/48 (RFC 8215)
    switch high >> 48 {
    case 0x2002: return reach(of: UInt32(truncatingIfNeeded: high >> 16))  // 6to4
    case 0xFE80...0xFEBF, 0xFF00...0xFFFF: return .linkLocal  // ff00::/8 is to many
    case 0xFC00...0xFDFF, 0xFEC0...0xFEFF: return .privateNetwork
    default: return .everywhere
    }
  }

  private static func groups(_ high: UInt64, _ low: UInt64) -> [UInt64] {
    [high, low].flatMap { half in [48, 32, 16, 0].map { half >> UInt64($0) & 0xFFFF } }
  }

  /// The groups with the first of the longest runs of at least two zeros as `::` (RFC 5952).
  private static func compressed(_ groups: [UInt64]) -> String {
    var longest = 0..<0
    var start = 0
    for (index, group) in groups.enumerated() {
      if group != 0 {
        start = index + 1
      } else if index + 1 - start > max(1, longest.count) {
        longest = start..<index + 1
      }
    }
    func hex(_ groups: ArraySlice<UInt64>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    return longest.isEmpty
      ? hex(groups[...])
      : hex(groups[..<longest.lowerBound]) + "::" + hex(groups[longest.upperBound...])
  }
}
