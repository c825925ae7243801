/// The files that are built into the program.
enum Pages {
  /// A page whose ads come from bids.
  static let bids = """
    ---
    title: Bids
    adServer: { bids: herring.json, latency: 100ms }
    interstitial: home-interstitial
    ---
    # Fish

    The boats come in at five. [Harbour](pier.md)

    ```ad
    unit: home-top
    size: 300x100
    ```

    Who is late finds the quay empty.
    """

  /// A page whose ads come from the plug-in.
  static let harbour = """
    ---
    title: Harbour
    plugin: harbour
    screenBanner: home-bottom
    interstitial: home-interstitial
    ---
    # Harbour

    The pier is long. [Fish](fish.md)

    ```ad
    unit: north
    size: PIER
    ```

    At its end there is a light.

    ```ad
    unit: south
    size: 300x250
    ```
    """

  /// The response to every request for bids.
  static let response = """
    {"id":"1","cur":"EUR","seatbid":[{"seat":"quayside","bid":[{"id":"b1","impid":"1","price":1.2,
     "adm":"fresh herring","w":300,"h":100,"ext":{"prebid":{
      "targeting":{"hb_pb":"1.20","hb_bidder":"quayside"},
      "meta":{"rendererName":"HerringRenderer","rendererVersion":"1.0"}}}}]}]}
    """
}
