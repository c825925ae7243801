import Testing

@testable import AdPlayground

/// Which addresses are opened only when they are asked for twice.
@Suite struct AddressOpenerTests {
  @Test(arguments: [
    "https://example.com/a?attach=1", "http://example.com", "tel:+45123", "sms:+45123",
    "mailto:a@example.com?subject=x&body=attach", "itms-apps://apps.example.com/1",
    "market://details?id=x",
  ])
  func `what starts a browser, a telephone or a shop is not asked about`(address: String) {
    #expect(AddressOpener.question(about: address) == nil)
  }

  @Test(arguments: [
    "ssh://-oProxyCommand=id", "ms-msdt:/id", "steam://run/1", "smb://x/y", "x-custom:--help",
    "adview:consent", "HTTPX://a", "mailto:a@b?attach=/etc/passwd",
    "mailto:a@b?subject=x&ATTACHMENT=/etc/passwd", "mailto:a@b?%61ttach=/etc/passwd",
  ])
  func `what may start another program is asked about`(address: String) {
    let question = AddressOpener.question(about: address)
    #expect(question?.hasSuffix("ask once more to open \(address)") == true)
  }

  @Test func `one address is asked about, and opened when it is asked for again`() {
    var opener = AddressOpener(program: "adview-no-such-program")
    let missing = "there is no adview-no-such-program here; open it yourself: "
    #expect(opener.open("steam://run/1")?.hasPrefix("may start another program (steam)") == true)
    #expect(opener.open("steam://run/2")?.hasPrefix("may start another program (steam)") == true)
    #expect(opener.open("steam://run/2") == missing + "steam://run/2")
    #expect(opener.open("steam://run/2")?.hasPrefix("may start") == true, "it is asked each time")
    #expect(opener.open("https://example.com/") == missing + "https://example.com/")
    #expect(opener.open("steam://run/2")?.hasPrefix("may start") == true)
  }
}
