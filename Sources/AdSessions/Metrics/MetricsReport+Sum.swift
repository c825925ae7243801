extension MetricsReport {
  /// Adds what was counted on another page of the same session, or in another session.
  package mutating func add(_ other: MetricsReport) {
    duration = max(duration, other.duration)
    distance += other.distance
    requests += other.requests
    auctions += other.auctions
    auctionTimeouts += other.auctionTimeouts
    expiredBids += other.expiredBids
    fetched += other.fetched
    displayed += other.displayed
    cameNear += other.cameNear
    wastedFetches += other.wastedFetches
    notSeenYet += other.notSeenYet
    notViewableYet += other.notViewableYet
    unfinished += other.unfinished
    notPresented += other.notPresented
    rendered += other.rendered
    wastedRenders += other.wastedRenders
    impressed += other.impressed
    viewable += other.viewable
    for index in failures.indices { failures[index] += other.failures[index] }
    leadTimes = (leadTimes + other.leadTimes).sorted()
    lateRenders += other.lateRenders
    lateArrivals += other.lateArrivals
    blankExposure += other.blankExposure
    liveAds += other.liveAds
    // Each page counts those that are alive on the others.
    liveAdsPeak = max(liveAdsPeak, other.liveAdsPeak)
    liveAdSeconds += other.liveAdSeconds
    refetches += other.refetches
    shifts += other.shifts
    shiftScore = max(shiftScore, other.shiftScore)
    worstShift = max(worstShift, other.worstShift)
    farthestFetched = max(farthestFetched, other.farthestFetched)
    farthestDisplayed = max(farthestDisplayed, other.farthestDisplayed)
    timeToFirstAd = [timeToFirstAd, other.timeToFirstAd].compactMap { $0 }.min()
  }
}
