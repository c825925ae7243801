// A stand-in for Google Publisher Tag, written from its public documentation: slots, lazy loading with margins in
// percent of the viewport, single request, events. There is no ad server: an ad comes after a latency, in a size of
// the slot, or not at all, by the number of the slot.
'use strict';
(function () {
  const queue = (window.googletag && googletag.cmd) || [];
  const listeners = new Map(), slots = [], config = {};
  let areServicesEnabled = false;
  const isMobile = /Mobi/.test(navigator.userAgent);

  function emit(name, slot, more = {}) {
    for (const listener of [...listeners.get(name) || []]) {
      listener({serviceName: 'publisher_ads', slot, ...more});
    }
  }

  class Slot {
    constructor(path, size, id) {
      Object.assign(this, {path, size, id, number: slots.length, response: null, state: 'defined'});
    }
    addService() { return this; }
    getAdUnitPath() { return this.path; }
    getSlotElementId() { return this.id; }
    getResponseInformation() { return this.response; }
    get element() { return document.getElementById(this.id); }
  }

  // The zones of lazy loading: what the page itself goes by, and what the test compares AdView with.
  const zones = {};
  function zone(name, percent, enter) {
    const scaling = isMobile ? config.lazyLoad.mobileScaling ?? 1 : 1;
    const records = [];
    const observer = new IntersectionObserver(
      entries => take(entries), {rootMargin: `${percent * scaling}% 0px`});
    function take(entries) {
      for (const entry of entries) {
        const slot = slots.find(slot => slot.element === entry.target);
        if (!slot) continue;
        records.push({slot: slot.id, isIn: entry.isIntersecting});
        if (entry.isIntersecting) enter(slot);
      }
    }
    zones[name] = {
      observe: slot => observer.observe(slot.element),
      // What has changed since the last call.
      changes() {
        take(observer.takeRecords());
        return records.splice(0);
      }
    };
  }

  function request(slot) {
    const wanted = config.singleRequest ? slots.filter(slot => slot.state === 'shown') : [slot];
    for (const slot of wanted.filter(slot => slot.state === 'shown')) {
      slot.state = 'requested';
      emit('slotRequested', slot);
      setTimeout(() => receive(slot), googletag.latency(slot));
    }
  }

  function receive(slot) {
    slot.state = 'received';
    slot.isEmpty = googletag.isEmpty(slot);
    slot.response = slot.isEmpty ? null : {creativeId: slot.number};
    emit('slotResponseReceived', slot);
    if (slot.isNear || !config.lazyLoad) render(slot);
  }

  function render(slot) {
    slot.state = 'rendered';
    const sizes = Array.isArray(slot.size[0]) ? slot.size : [slot.size];
    const size = slot.isEmpty ? null : sizes[slot.number % sizes.length];
    const {element} = slot;
    if (size && element) {
      const frame = document.createElement('iframe');
      Object.assign(frame, {width: size[0], height: size[1], frameBorder: 0, srcdoc: 'ad'});
      frame.style.display = 'block';
      frame.addEventListener('load', () => emit('slotOnload', slot), {once: true});
      element.replaceChildren(frame);
    }
    emit('slotRenderEnded', slot, {isEmpty: slot.isEmpty, size});
    if (size) watch(slot);
  }

  function watch(slot) {
    let timer;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry.intersectionRatio < 0.5) return;
      timer = setTimeout(() => {
        observer.disconnect();
        emit('impressionViewable', slot);
      }, 1000);
    }, {threshold: 0.5});
    if (slot.element) observer.observe(slot.element);
  }

  function display(slot) {
    if (slot.state !== 'defined' || !areServicesEnabled) return;
    slot.state = 'shown';
    if (!config.lazyLoad) return request(slot);
    if (!zones.fetch) {
      const {fetchMarginPercent = 0, renderMarginPercent = 0} = config.lazyLoad;
      zone('fetch', fetchMarginPercent, slot => slot.state === 'shown' && request(slot));
      zone('render', renderMarginPercent, slot => {
        slot.isNear = true;
        if (slot.state === 'received') render(slot);
      });
    }
    zones.fetch.observe(slot);
    zones.render.observe(slot);
  }

  const ads = {
    addEventListener(name, listener) {
      if (!listeners.has(name)) listeners.set(name, new Set());
      listeners.get(name).add(listener);
      return ads;
    },
    removeEventListener: (name, listener) => listeners.get(name)?.delete(listener) ?? false,
    getSlots: () => [...slots],
    enableLazyLoad: (lazyLoad = {}) => void (config.lazyLoad = lazyLoad),
    enableSingleRequest: () => config.singleRequest = true,
    refresh(list = slots) {
      for (const slot of list) {
        slot.state = 'shown';
        request(slot);
      }
    }
  };

  window.googletag = Object.assign(window.googletag || {}, {
    zones,
    latency: slot => 100 + slot.number * 37 % 900,
    isEmpty: slot => slot.number % 7 === 6,
    apiReady: true,
    pubads: () => ads,
    defineSlot(path, size, id) {
      const slot = new Slot(path, size, id);
      slots.push(slot);
      return slot;
    },
    setConfig: settings => void Object.assign(config, settings),
    getConfig: keys => Object.fromEntries([keys].flat().filter(key => key in config).map(key => [key, config[key]])),
    enableServices() {
      areServicesEnabled = true;
      googletag.pubadsReady = true;
    },
    display(id) {
      const slot = slots.find(slot => slot.id === id || slot === id);
      if (slot) display(slot);
    },
    destroySlots(list = [...slots]) {
      for (const slot of list) slots.splice(slots.indexOf(slot), 1);
      return true;
    }
  });
  googletag.cmd = {push: (...commands) => commands.forEach(command => command.call(window))};
  queue.forEach(command => command.call(window));
})();
