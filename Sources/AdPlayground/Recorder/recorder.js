// AdView recorder: AdView.session() is its text, AdView.stop() saves it, AdView.stop('copy') copies it.
// It keeps times, positions, sizes, ad unit names.
(function (options) {
  const say = text => console.log('AdView: ' + text);
  // The second click on a bookmark ends what the first began.
  if (window.AdView?.isRecording) return options.isBookmark ? AdView.stop() : say('recording already');
  if (Math.random() >= options.sample) return;
  const isGPT = options.slots === 'gpt';
  try {
    if (!isGPT) document.querySelector(options.slots);
  } catch (error) {
    return say(error.message);
  }

  const maxText = 8e6, maxSlots = 5000, maxPart = 300, maxDue = 200,
    visit = Math.random().toString(36).slice(2),
    clock = performance.now.bind(performance), ending = new AbortController(),
    // Without GPT there is an answer only where something of an ad loads; without any they are simulated.
    header = {adview: 1, answers: isGPT ? 'recorded' : 'simulated'}, slots = [], lines = [], records = new Map(), answers = [], owners = new WeakMap();
  let origin = clock(), seen = origin, latest = 0, text = 0, sent = 0, names = 0, cursor = 0,
    isRecording = true, isDirty = true, hasBegun, skips, isEarly, scanned, request,
    until, view, top, left = 0, lazy, margins, reach = 0, isSingle = false;

  // What goes wrong here must not reach the page.
  const safe = body => (...values) => {
    try {
      return body(...values);
    } catch (error) {
      console.warn('AdView:', error);
    }
  };

  // Whole milliseconds since the beginning that never decrease, also where the page's clock jumps.
  function time(now) {
    if (!Number.isFinite(now)) now = seen;
    if (now < seen - 1000 || now > seen + 864e5) origin += now - seen;
    seen = now;
    return latest = Math.max(latest, Math.round(now - origin));
  }

  function put(line) {
    if (!isRecording) return;
    line = JSON.stringify(line);
    text += line.length + 1;
    lines.push(line);
    if (text > maxText) end('Recording full');
  }
  const cause = (at, what) => put({at, in: what}), now = () => time(clock());
  const note = caption => cause(now(), {caption}),
    did = (record, did) => put({at: now(), page: {slot: record.name, did}});

  // The lines from one to another; before the first the header.
  function session(first, last) {
    // The slots are joined by hand: some libraries give lists a toJSON of their own.
    const start = `${JSON.stringify(header).slice(0, -1)},"slots":[${slots}]}`;
    return (first ? [] : [start]).concat(lines.slice(first, last), '').join('\n');
  }

  // In parts, since browsers refuse long ones; each says which line it begins with.
  const send = safe(least => {
    while (options.endpoint && lines.length >= sent + least) {
      const url = new URL(options.endpoint, location);
      url.searchParams.set('session', visit);
      url.searchParams.set('from', sent);
      if (!navigator.sendBeacon(url, session(sent, sent + maxPart))) return;
      sent = Math.min(sent + maxPart, lines.length);
    }
  });

  // FNV-1a, 32 bits.
  const hash = text => (
    [...text].reduce((value, unit) => Math.imul(value ^ unit.codePointAt(), 0x01000193), 0x811c9dc5) >>> 0
  ).toString(16);

  // The record of a slot of GPT, or of an element.
  function recordOf(slot) {
    let record = records.get(slot);
    if (record) return record;
    let unit = String(isGPT ? slot.getAdUnitPath() : slot.id);
    unit = unit.slice(0, 200).replace(/[\ud800-\udfff]/g, '?');
    record = {name: String(++names), unit: unit && options.hashUnits ? hash(unit) : unit, requests: 0};
    if (records.size < maxSlots) records.set(slot, record);
    return record;
  }

  function scan(at) {
    const list = isGPT ? googletag.pubads?.().getSlots() ?? [] : document.querySelectorAll(options.slots);
    list.forEach(recordOf);
    const current = new Set(list);
    for (const [slot, record] of records) {
      if (current.has(slot)) continue;
      remove(record, at);
      records.delete(slot);
    }
  }

  function remove(record, at) {
    if (!record.frame) return;
    cause(at, {slot: record.name, removed: true});
    [record.frame, record.share] = [null, 1];
    record.requests = Math.min(record.requests, 1);
  }

  // Browsers lay out in units of 1/64.
  const exact = value => Math.round(value * 64) / 64 || 0;

  // One slot that cannot be measured leaves the others as they are, and the header is written by the first frame alone.
  const measure = safe((slot, record, at) => {
    let {name, unit, element, frame: old} = record;
    if (!element?.isConnected) {
      element = record.element = isGPT ? document.getElementById(slot.getSlotElementId()) : slot;
      if (!element?.isConnected) return remove(record, at);
      sizes.observe(element);
      owners.set(element, record);
      clips.unobserve(element);
      clips.observe(element);
    }
    // What content-visibility skips would be laid out only to be measured.
    if (old && skips && !element.checkVisibility({contentVisibilityAuto: true}) &&
        element.checkVisibility()) return;
    const box = element.getBoundingClientRect(),
      x = exact(box.left + left), y = exact(box.top + top), width = exact(box.width), height = exact(box.height),
      isShown = width || height || element.getClientRects().length;
    if (!isShown || Math.hypot(x, y, width, height) > 1e8) return remove(record, at);
    const frame = {x, y, width, height};
    if (old && Object.keys(frame).every(key => Math.abs(frame[key] - old[key]) < 1 / 32)) return;
    record.frame = frame;
    unit = unit && !old ? {unit} : {};
    if (hasBegun || slots.length > 99) cause(at, {slot: name, frame, ...unit});
    else slots.push(JSON.stringify({slot: name, ...unit, ...frame}));
    // An ad that is there when its slot is shown, for the first time or again.
    if (!old && record.ad) answer(record, record.ad);
    until = Infinity;
  });

  // All slots when something may have moved them, or of many those near the viewport; the others in turn, a few a frame.
  function due() {
    const all = [...records], stirred = seen < until;
    if (stirred && all.length <= maxDue) return all;
    const chosen = all.filter(([, {frame}]) => stirred && frame && Math.abs(frame.y - top) < 4 * view.height);
    for (let n = stirred ? maxDue : 10; all.length && n--;) chosen.push(all[cursor++ % all.length]);
    return chosen;
  }

  // GPT's margins as GPT has them; what the page leaves to GPT is as in GPT's sample ("Lazy loading", November 2026). GPT
  // knows a phone by its name, a session by its viewport: where they differ the percentages are written multiplied.
  function writeMargins(at) {
    if (lazy === undefined) return;
    const {fetchMarginPercent: fetch = 500, renderMarginPercent: render = 200, mobileScaling = 2} = lazy || {};
    const isMobile = /Mobi/.test(navigator.userAgent), isPhone = view.width < 744 || view.height < 480;
    const scale = isMobile && !isPhone && mobileScaling > 0 ? mobileScaling : 1,
      isAny = percent => percent === null || percent < 0,
      margin = percent => isAny(percent) ? null : `${(+percent || 0) * scale}%`,
      fetchThreshold = margin(fetch),
      displayThreshold = margin(isAny(fetch) || isAny(render) ? render : Math.min(fetch, render)),
      scaling = isMobile === isPhone && mobileScaling > 0 && mobileScaling !== 1 ? {mobileScaling} : {},
      requests = isSingle ? {requests: 'single'} : {},
      lazyLoad = lazy ? {fetchThreshold, displayThreshold, ...scaling, ...requests} : 'off', old = margins;
    if (old === (margins = JSON.stringify(lazyLoad))) return;
    if (!header.lazyLoad && !sent) header.lazyLoad = lazyLoad;
    else if (lazy && header.lazyLoad !== 'off') cause(at, {lazyLoad});
  }

  function measureView(at) {
    const page = document.scrollingElement || document.documentElement, visual = window.visualViewport;
    // The one is rounded, the other smaller above a keyboard.
    const size = (client, own) => Math.abs(own - client) < 1 ? exact(own) : client;
    const width = size(page.clientWidth, visual?.width), height = size(page.clientHeight, visual?.height);
    if (!hasBegun) header.viewport = {width, height};
    else if (view.width !== width || view.height !== height) cause(at, {viewport: {width, height}});
    view = {width, height};
    writeMargins(at);
  }

  function flush(now) {
    if (!isRecording || !document.body) return;
    // It belongs to the frame before.
    clip(clips.takeRecords());
    const at = time(now);
    if (isDirty && (records.size <= maxDue || !(seen < scanned + 250))) {
      isDirty = false;
      scanned = seen;
      scan(at);
    }
    const before = top, beside = left;
    [left, top] = [exact(scrollX), exact(scrollY)];
    if (seen < until) measureView(at);
    for (const [slot, record] of due()) measure(slot, record, at);
    // From the frame on that has seen what there was to be seen.
    until = Math.min(until, seen + 300);
    if (left !== beside) cause(at, {scrollX: left});
    if (top !== before) cause(at, {scroll: top});
    hasBegun = true;
    for (const answer of answers.splice(0)) answer(at);
    send(maxPart);
  }

  // Asked for again in the same frame, it comes after what the page itself has asked for.
  function wake() {
    cancelAnimationFrame(request);
    if (isRecording) request = requestAnimationFrame(frame);
  }
  const frame = safe(time => {
    flush(time);
    if (seen < until) wake();
  });
  const stir = () => {
    until = Infinity;
    wake();
  };
  const look = () => {
    isDirty = true;
    stir();
  };
  const sizes = new ResizeObserver(stir), changes = new MutationObserver(look);
  // What boxes of the page leave visible of a slot, wherever the viewport is, by the observer; less than 0 for nothing.
  const clip = safe(list => {
    for (const seen of list) {
      const record = owners.get(seen.target), {name: slot, share: told = 1} = record;
      const share = record.share = seen.isIntersecting ? seen.intersectionRatio : -1;
      if (share === told || !record.frame) continue;
      if (share < 0 || told < 0) cause(latest, {slot, hidden: share < 0});
      if (share >= 0) cause(latest, {slot, visible: share});
    }
  });
  const clips = new IntersectionObserver(clip, {rootMargin: '9999999px', threshold: [...Array(51).keys()].map(n => n / 50)});

  function answer(record, event = {}) {
    const {size, isEmpty} = record.ad = event;
    answers.push(at => {
      if (record.frame === undefined) return;
      // The height is the slot's own: nothing moves but what the frames say.
      const own = record.frame || {width: 0, height: 0};
      const ad = {width: size?.[0] > 1 ? size[0] : own.width, height: own.height};
      header.answers = 'recorded';
      const outcome = isEmpty ? {failed: 'noFill'} : {loaded: ad};
      cause(at, {world: {slot: record.name, generation: record.requests || 1, ...outcome}});
    });
    stir();
  }

  function hear({lazyLoad, singleRequest}) {
    if (lazyLoad !== undefined) note('GPT lazyLoad ' + JSON.stringify(lazy = lazyLoad || null).slice(0, 300));
    if (singleRequest) note('GPT singleRequest');
    if (singleRequest !== undefined) isSingle = !!singleRequest;
    stir();
  }

  function wrap(object, name, body) {
    const own = object[name];
    if (!own) return;
    object[name] = function (...values) {
      safe(body)(...values);
      return own.apply(this, values);
    };
  }

  // Where the page's own loader observes its slots, the margin is its fetch threshold; of several observers the greatest is.
  const heed = safe((observer, element) => {
    const margin = observer.rootMargin.split(' ')[2], points = parseFloat(margin), isPercent = margin.endsWith('%');
    const distance = isPercent ? points * innerHeight / 100 : points;
    if (observer.root || observer === clips || !(distance > reach) || !element.closest(options.slots)) return;
    reach = distance;
    const threshold = isPercent ? margin : points, lazyLoad = {fetchThreshold: threshold, displayThreshold: threshold};
    if (sent) cause(now(), {lazyLoad});
    else header.lazyLoad = lazyLoad;
  });

  const listenToGPT = safe(() => {
    const ads = googletag.pubads();
    const on = (event, what, body) => ads.addEventListener(event, safe(event => {
      if (!isRecording) return;
      const record = recordOf(event.slot);
      did(record, event.isEmpty ? 'empty' : what);
      if (body) body(record, event);
    }));
    safe(() => hear(googletag.getConfig?.(['lazyLoad', 'singleRequest']) ?? {}))();
    wrap(googletag, 'setConfig', hear);
    wrap(ads, 'enableLazyLoad', (lazyLoad = {}) => hear({lazyLoad}));
    wrap(ads, 'enableSingleRequest', () => hear({singleRequest: true}));
    // Requested before the recording: it is there once its slot is.
    for (const slot of ads.getSlots()) if (slot.getResponseInformation()) Object.assign(recordOf(slot), {ad: {}, requests: 1});
    on('slotRequested', 'requested', record => {
      if (isEarly && lazy === undefined) lazy = null;
      // The first frame of a slot may come later than its first request.
      if (record.requests++ && record.frame !== undefined) cause(latest, {reload: record.name});
      look();
    });
    on('slotResponseReceived', 'received');
    on('slotRenderEnded', 'rendered', answer);
    on('slotOnload', 'loaded');
    on('impressionViewable', 'viewable');
  });

  function end(caption) {
    if (!isRecording) return;
    isRecording = AdView.isRecording = false;
    say(`${caption}, ${names} slots`);
    lines.push(JSON.stringify({at: latest, in: {caption}}));
    ending.abort();
    sizes.disconnect();
    clips.disconnect();
    changes.disconnect();
    clearInterval(timer);
    send(1);
  }

  window.AdView = {
    isRecording,
    session: () => {
      frame(clock());
      return session(0);
    },
    stop: how => {
      frame(clock());
      end('Recording stopped');
      if (options.endpoint) return;
      if (how === 'copy') return navigator.clipboard.writeText(session(0));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([session(0)]));
      link.download = 'session.jsonl';
      link.click();
    }
  };

  const listen = (event, body, target = window) =>
    target.addEventListener(event, safe(body), {capture: true, passive: true, signal: ending.signal});
  // What scrolls inside the page moves its slots.
  listen('scroll', ({target}) => target === document ? wake() : stir());
  for (const event of ['resize', 'transitionrun', 'animationstart', 'pageshow']) listen(event, stir);
  listen('contentvisibilityautostatechange', () => skips = true);
  listen('visibilitychange', () => {
    cause(now(), {active: !document.hidden});
    if (document.hidden) send(1);
    stir();
  });
  // An ad of a page without GPT has come when something in its slot has loaded.
  listen('load', ({target}) => {
    for (; !isGPT && target; target = target.parentNode) {
      const record = records.get(target);
      if (record && !record.requests++) answer(record);
    }
    stir();
  // The load of an element never reaches the window.
  }, document);
  changes.observe(document, {subtree: true, childList: true, attributes: true});
  // What moves without an event is found here.
  const timer = setInterval(wake, 500);
  if (options.address) note(location.origin + location.pathname);
  if (document.hidden) cause(0, {active: false});
  if (!isGPT) {
    const {prototype} = IntersectionObserver, {observe} = prototype;
    prototype.observe = function (element) {
      if (isRecording && element?.closest) heed(this, element);
      return observe.call(this, element);
    };
  } else {
    const tag = window.googletag ||= {cmd: []};
    // Listens before the page configures GPT, so that nothing is missed.
    isEarly = !tag.apiReady && !tag.cmd.length;
    tag.cmd.push(listenToGPT);
  }
  stir();
  frame(origin);
  options.endpoint || say(`recording ${names} slots so far, AdView.stop() saves`);
})
