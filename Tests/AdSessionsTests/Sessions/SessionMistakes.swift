/// Lines that a session may not hold, each with the sentence that refuses it.
enum SessionMistakes {
  /// First lines and what is said about them.
  static let badHeaders = refusals(
    #"""

      → a session begins with a line such as {"adview":1,"page":"harbour.md"}
    # A page → a session begins with a line such as {"adview":1,"page":"harbour.md"}
    {"adview":1,"page":"a → a session begins with a line such as {"adview":1,"page":"harbour.md"}
    [1] → a session begins with a line such as {"adview":1,"page":"harbour.md"}
    {"adview":2} → format version 2 is not known: this program reads version 1
    {"adview":1} → "page" is missing: expected the path of a page, or "slots" for a bare session
    {"adview":1,"page":3}
      → "page": expected the path of a page, or "slots" for a bare session, found 3
    {"adview":1,"page":"a","slots":[]}
      → "page" and "slots" in one line: expected a page or slots, not both
    {"adview":1,"slots":{}} → "slots": expected a list of slots, found an object
    {"adview":1,"slots":[{"slot":1}]} → "slot": expected a slot's name, in quotation marks, found 1
    {"adview":1,"slots":[{"slot":"1","y":0}]}
      → "height" is missing: expected a number of points, not negative
    {"adview":1,"slots":[{"slot":"1","y":1e308,"height":1.7e308}]}
      → "y": expected a number of points, found a frame too far away to hold
    {"adview":1,"slots":[{"slot":"1","y":0,"height":-1}]}
      → "height": expected a number of points, not negative, found -1
    {"adview":1,"slots":[{"slot":"1","y":0,"height":1},{"slot":"1","y":9,"height":1}]}
      → slot "1" appears twice: every slot needs a name of its own
    {"adview":1,"slots":[],"viewport":{"width":384,"hight":780}}
      → unknown key "hight"; did you mean "height"?
    {"adview":1,"slots":[],"seed":-1}
      → "seed": expected a whole number, 0…9007199254740991, found -1
    {"adview":1,"slots":[],"columns":1.5} → "columns": expected a whole number, 20…400, found 1.5
    {"adview":1,"slots":[],"consent":"grantd"}
      → "consent": expected unset, granted, denied, found "grantd"; did you mean "granted"?
    {"adview":1,"slots":[],"consent":{"tcf":"C"}}
      → "tcf": character 2: the segment ends inside created
    {"adview":1,"lab":true} → "lab": expected an object, found true
    {"adview":1,"lab":{},"page":"a"} → unknown key "page"
    {"adview":1,"lab":{"unit":18}} → "unit": expected a unit, found 18
    {"adview":1,"lab":{"hideAfterward":true}}
      → unknown key "hideAfterward"; did you mean "hideAfterwards"?
    {"adview":1,"lab":{"watchdog":0}}
      → "watchdog": expected a whole number of milliseconds, 1…86400000, found 0
    {"adview":1,"slots":[],"lazyLoad":"on"} → "lazyLoad": expected an object, found "on"
    {"adview":1,"slots":[],"lazyLoad":{"fetchThreshold":100}}
      → thresholds fetch 100, display 200, unload 1600: expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload
    """#)

  /// Third lines and what is said about them.
  static let badLines = refusals(
    #"""

      → the line is empty: expected one JSON object on each line
      \#t
      → the line is empty: expected one JSON object on each line
    {"at":6 → this is not JSON: expected one JSON object on each line
    7 → this is not JSON: expected one JSON object on each line
    {"at":6,"in":{"caption":"\#u{1}"}} → this is not JSON: expected one JSON object on each line
    {"at":6,"in":{"caption":"\ud800"}} → this is not JSON: expected one JSON object on each line
    {"at":6,"at":7,"in":{"scroll":1}} → "at": expected once, found twice
    {"at":6,"in":{"scroll":1,"scroll":2}} → "scroll": expected once, found twice
    {"at":null,"in":{"scroll":1}}
      → "at": expected a whole number of milliseconds since the beginning, found null
    {"at":6,"in":{"active":"yes"}} → "active": expected true or false, found "yes"
    {"at":6,"in":null} → "in": expected an object, found null
    {"at":6} → "in" is missing: expected "in" or "out"
    {"in":{"scroll":1}}
      → "at" is missing: expected a whole number of milliseconds since the beginning
    {"at":6.5,"in":{"scroll":1}}
      → "at": expected a whole number of milliseconds since the beginning, found 6.5
    {"at":"6","in":{"scroll":1}}
      → "at": expected a whole number of milliseconds since the beginning, found "6"
    {"at":-6,"in":{"scroll":1}}
      → "at": expected a whole number of milliseconds since the beginning, found -6
    {"at":1e99,"in":{"scroll":1}}
      → "at": expected a whole number of milliseconds since the beginning, found 1e+99
    {"at":4,"in":{"scroll":1}} → time goes backwards: 4 ms after 5 ms
    {"at":6,"in":{"scroll":1},"out":{}} → "in" and "out" in one line: expected one of them
    {"at":6,"in":{"scroll":1},"end":true} → "in" and "end" in one line: expected one of them
    {"at":6,"page":2,"in":{"scroll":1}} → "page" belongs to a line about a slot
    {"at":6,"page":0,"in":{"click":"1"}} → "page": expected the number of a page, from 1, found 0
    {"at":6,"page":{"slot":"1","did":"requested"},"in":{"click":"1"}}
      → "page": expected the number of a page, from 1, found an object
    {"at":6,"page":{"slot":"1","did":"rendred"}}
      → "did": expected requested, received, rendered, empty, loaded, viewable, found "rendred"; did you mean "rendered"?
    {"at":6,"page":{"slot":"1","did":"rendered","why":1}} → unknown key "why"
    {"at":6,"page":{"did":"rendered"}}
      → "slot" is missing: expected a slot's name, in quotation marks
    {"at":6,"page":2} → "in" is missing: expected "in" or "out"
    {"at":6,"in":{"open":{"digest":"00"}}} → "page" is missing: expected the path of a page
    {"at":6,"in":{"open":{"page":"a.md","digits":"00"}}}
      → unknown key "digits"; did you mean "digest"?
    {"at":6,"in":{"open":7}}
      → "open": expected the path of a page, or an object with "page", found 7
    {"at":6,"end":false} → "end": expected true, found false
    {"at":6,"end":7} → "end": expected true, or when the visit ended, at most 6, found 7
    {"at":6,"outt":{"slot":"1"}} → unknown key "outt"; did you mean "out"?
    {"at":6,"in":[]} → "in": expected an object, found a list
    {"at":6,"in":{}} → "scroll" is missing: expected one cause in each line
    {"at":6,"in":{"scrol":1}} → unknown key "scrol"; did you mean "scroll"?
    {"at":6,"in":{"zzz":1,"aaa":2}} → unknown key "aaa"
    {"at":6,"in":{"scroll":1,"active":true}}
      → "active" and "scroll" in one line: expected one cause in each line
    {"at":6,"in":{"scroll":true}} → "scroll": expected a number of points, found true
    {"at":6,"in":{"scroll":1e999}}
      → "scroll": expected a number of points, found a number too large to hold
    {"at":6,"in":{"frame":{"y":0,"height":1}}} → "slot" is missing: expected the name of a slot
    {"at":6,"in":{"slot":"1"}}
      → "frame" is missing: expected "frame", "resized", "x", "visible", "hidden" or "removed" of the slot
    {"at":6,"in":{"slot":"1","visible":1.5}} → "visible": expected a share, 0 to 1, found 1.5
    {"at":6,"in":{"slot":"1","hidden":1}} → "hidden": expected true or false, found 1
    {"at":6,"in":{"slot":"1","visible":1,"hidden":true}}
      → "slot" and "hidden" and "visible" in one line: expected one cause in each line
    {"at":6,"in":{"slot":"1","frame":{"x":"a","y":0,"height":1}}}
      → "x": expected a number of points, found "a"
    {"at":6,"in":{"slot":"1","removed":false}} → "removed": expected true, found false
    {"at":6,"in":{"slot":"1","removed":true,"unit":"u"}}
      → "removed" and "unit" in one line: expected "unit" with "frame"
    {"at":6,"in":{"slot":"1","scroll":3}}
      → "slot" and "scroll" in one line: expected one cause in each line
    {"at":6,"in":{"policy":"strickt"}}
      → "policy": expected strict, determined, found "strickt"; did you mean "strict"?
    {"at":6,"in":{"lazyLoad":{"displayThreshold":900}}}
      → thresholds fetch 800, display 900, unload 1600: expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload
    {"at":6,"in":{"lazyLoad":{"fetchThreshold":"200"}}}
      → "fetchThreshold": expected a number of points, or a percentage of the viewport's height such as 200%, found "200"
    {"at":6,"in":{"lazyLoad":{"fetchThreshold":"x%"}}}
      → "fetchThreshold": expected a number of points, or a percentage of the viewport's height such as 200%, found "x%"
    {"at":6,"in":{"lazyLoad":{"fetchThreshold":"5%","displayThreshold":"6%"}}}
      → thresholds fetch 5%, display 6%, unload 1600: expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload
    {"at":6,"in":{"lazyLoad":{"fetchThreshold":{"ahead":5}}}}
      → "behind" is missing: expected a number of points, or a percentage of the viewport's height such as 200%
    {"at":6,"in":{"lazyLoad":{"fetchThreshold":{"ahead":5,"behind":{"ahead":1,"behind":1}}}}}
      → "behind": expected a number of points, or a percentage of the viewport's height such as 200%, found an object
    {"at":6,"in":{"lazyLoad":{"requests":"all"}}} → "requests": expected each, single, found "all"
    {"at":6,"in":{"lazyLoad":{"fetchAfter":60001}}}
      → "fetchAfter": expected milliseconds, 0…60000, found 60001
    {"at":6,"in":{"lazyLoad":{"auction":"on"}}}
      → "auction": expected "off", or the settings of auctions, found "on"
    {"at":6,"in":{"lazyLoad":{"auction":{"latency":200}}}} → unknown key "latency"
    {"at":6,"in":{"lazyLoad":{"auction":{"timeout":0}}}}
      → "timeout": expected milliseconds, 1…60000, found 0
    {"at":6,"in":{"lazyLoad":{"auction":{"expires":3600001}}}}
      → "expires": expected milliseconds, 1…3600000, found 3600001
    {"at":6,"in":{"lazyLoad":{"auction":{"threshold":-5}}}}
      → auction: threshold -5: expected a finite number, not negative
    {"at":6,"in":{"world":{"slot":"1","auction":0,"bids":true}}}
      → "auction": expected the number of an auction, from 1, found 0
    {"at":6,"in":{"world":{"slot":"1","auction":1,"bids":false}}}
      → "bids": expected true, found false
    {"at":6,"in":{"world":{"slot":"1","auction":1,"generation":1,"bids":true}}}
      → unknown key "generation"
    {"at":6,"out":{"slot":"1","auction":1,"outcome":"bids"}}
      → "outcome": expected timeout, expired, found "bids"
    {"at":6,"out":{"slot":"1","fetch":1,"outcome":"timeout"}}
      → "fetch" and "outcome" in one line: expected "outcome" with "auction"
    {"at":6,"in":{"lazyLoad":{"mobileScaling":-2}}}
      → mobileScaling -2.0: expected a finite number above 0
    {"at":6,"in":{"lazyLoad":{"unloadThreshold":-5}}}
      → thresholds fetch 800, display 200, unload -5: expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload
    {"at":6,"in":{"consent":{"tcf":1}}} → "tcf": expected a TC string, found 1
    {"at":6,"in":{"consent":{"tfc":"C"}}} → unknown key "tfc"; did you mean "tcf"?
    {"at":6,"in":{"consent":{}}} → "tcf" is missing: expected a TC string
    {"at":6,"in":{"consent":{"tcf":"C"}}} → "tcf": character 2: the segment ends inside created
    {"at":6,"in":{"world":{"slot":"1","size":{}}}}
      → "generation" is missing: expected the number of a generation, from 1
    {"at":6,"in":{"world":{"slot":"1","generation":1,"size":{"width":300}}}}
      → "height" is missing: expected a number of points, not negative
    {"at":6,"in":{"world":{"slot":"1","generation":1,"size":{"width":-1,"height":9}}}}
      → "width": expected a number of points, not negative, found -1
    {"at":6,"in":{"world":{"slot":"1","generation":1,"size":{"width":1e999,"height":9}}}}
      → "width": expected a number of points, not negative, found a number too large to hold
    {"at":6,"in":{"world":{"slot":"1","generation":1,"message":"boo"}}}
      → "message": message: expected an object
    {"at":6,"in":{"world":{"slot":"1","generation":1,"message":{"level":"log"}}}}
      → "message": message without a type: expected console or adSize
    {"at":6,"in":{"world":{"slot":"1","generation":1,"message":{"type":"adSize","width":"9"}}}}
      → "message": adSize: expected width and height as numbers
    {"at":6,"in":{"world":{"slot":"1","generation":1,"navigate":{"frame":"main"}}}}
      → "url" is missing: expected an address
    {"at":6,"in":{"world":{"slot":"1","generation":1,"navigate":{"url":7}}}}
      → "url": expected an address, found 7
    {"at":6,"in":{"world":{"slot":"1","generation":1,"navigate":{"url":"a","frame":"man"}}}}
      → "frame": expected main, sub, none, found "man"; did you mean "main"?
    {"at":6,"in":{"world":{"slot":"1","generation":1,"navigate":{"url":"a","action":-1}}}}
      → "action": expected a whole number, from 0, found -1
    {"at":6,"in":{"world":{"slot":"1","generation":1,"navigate":{"url":"a","gesture":true}}}}
      → unknown key "gesture"
    {"at":6,"in":{"world":{"slot":"1","generation":1,"navigate":{"url":"a"},"size":{}}}}
      → "navigate" and "size" in one line: expected one of them
    {"at":6,"in":{"world":{"slot":"1","generation":0,"failed":"noFill"}}}
      → "generation": expected the number of a generation, from 1, found 0
    {"at":6,"in":{"world":{"slot":"1","generation":1}}}
      → "loaded" is missing: expected "loaded", "failed" or "presented", or "size", "message" or "navigate" of an ad's page
    {"at":6,"in":{"world":{"slot":"1","generation":1,"failed":"nofill"}}}
      → "failed": expected noFill, network, timeout, error, rendering, found "nofill"; did you mean "noFill"?
    {"at":6,"out":{"slot":"1","open":7}} → "open": expected an address, found 7
    {"at":6,"out":{"slot":"1","open":"https://a","why":"b"}}
      → "open" and "why" in one line: expected "why" with "block"
    {"at":6,"out":{"slot":"1","block":"https://a"}}
      → "why" is missing: expected the reason, as a text
    {"at":6,"out":{"slot":"1","load":"fetched"}}
      → "gap" is missing: expected the gap seen, in points
    {"at":6,"out":{"slot":"1","ad":"loaded","gap":1}}
      → "ad" and "gap" in one line: expected "gap" with "load"
    {"at":6,"out":{"slot":"1","viewable":true,"scrollBy":5}}
      → "viewable" and "scrollBy" in one line: expected "scrollBy" with "size"
    {"at":6,"out":{"slot":"1","size":{"width":1,"height":1},"scrollBy":"5"}}
      → "scrollBy": expected a number of points, found "5"
    {"at":6,"out":{"slot":"1"}} → "load" is missing: expected one decision in each line
    {"at":6,"in":{"lab":"fetsh"}}
      → "lab": expected fetch, present, reset, found "fetsh"; did you mean "fetch"?
    {"at":6,"in":{"lab":{"autoPresent":1}}} → "autoPresent": expected true or false, found 1
    {"at":6,"in":{"lab":"fetch","scroll":1}}
      → "lab" and "scroll" in one line: expected one cause in each line
    {"at":6,"in":{"world":{"lab":1}}}
      → "loaded" is missing: expected "loaded", "failed", "event" or "timers"
    {"at":6,"in":{"world":{"lab":0,"event":"autoplay"}}}
      → "lab": expected the number of a fetch, from 1, found 0
    {"at":6,"in":{"world":{"lab":1,"event":"autoplay","timers":"run"}}}
      → "event" and "timers" in one line: expected one of them
    {"at":6,"in":{"world":{"lab":1,"event":"celtraloaded"}}}
      → "event": expected celtraLoaded, autoplay, impression, found "celtraloaded"; did you mean "celtraLoaded"?
    {"at":6,"out":{"lab":1}} → "preload" is missing: expected one decision in each line
    {"at":6,"out":{"lab":1,"fetch":"celtra18"}}
      → "impressions" is missing: expected automatic, manual
    {"at":6,"out":{"lab":1,"place":"hidden","impressions":"manual"}}
      → "place" and "impressions" in one line: expected "impressions" with "fetch"
    {"at":6,"out":{"lab":1,"record":false}} → "record": expected true, found false
    {"at":6,"out":{"load":"fetched","gap":1}}
      → "slot" is missing: expected a slot's name, in quotation marks
    """#)
}
