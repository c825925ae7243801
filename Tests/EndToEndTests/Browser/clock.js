// A clock that the test moves, in place of the page's: `frames.play` shows one frame for each step.
'use strict';
(function () {
  const nextFrame = window.requestAnimationFrame.bind(window);
  const cancelFrame = window.cancelAnimationFrame.bind(window);
  const afterFrame = new MessageChannel();
  let now = 1000, timers = [], lastTimer = 0, number = 0;
  // Frames that are shown while the page is still being read are none of the test's: they wait for the first step.
  let held = [];

  performance.now = () => now;
  window.requestAnimationFrame = callback => {
    const frame = () => callback(now);
    if (!held) return nextFrame(frame);
    held.push({id: --number, frame});
    return number;
  };
  window.cancelAnimationFrame = id => {
    if (held) held = held.filter(request => request.id !== id);
    else cancelFrame(id);
  };
  window.setTimeout = (callback, delay = 0) => add(callback, delay);
  window.setInterval = (callback, delay = 0) => add(callback, delay, Math.max(1, delay));
  window.clearTimeout = window.clearInterval = id => void (timers = timers.filter(timer => timer.id !== id));

  function add(callback, delay, every) {
    timers.push({id: ++lastTimer, at: now + Math.max(0, delay), callback, every});
    return lastTimer;
  }

  // Timers run at their own times, which lie between two frames.
  function advance(to) {
    while (true) {
      const timer = timers.filter(timer => timer.at <= to).sort((a, b) => a.at - b.at || a.id - b.id)[0];
      if (!timer) break;
      now = Math.max(now, timer.at);
      if (timer.every) timer.at += timer.every;
      else timers.splice(timers.indexOf(timer), 1);
      timer.callback();
    }
    now = to;
  }

  // Twice, so that observers have been told of the frame.
  const onePassed = () => new Promise(resolve => {
    afterFrame.port1.onmessage = ({data}) => data ? resolve() : afterFrame.port2.postMessage(1);
    nextFrame(() => afterFrame.port2.postMessage(0));
  });

  window.frames_ = {
    get now() { return now; },
    set now(value) { now = value; },
    // Each step has a time in milliseconds since the beginning and, if it changes something, a function.
    async play(steps, passed = () => {}) {
      const start = now, waiting = held ?? [];
      held = null;
      for (const {frame} of waiting) nextFrame(frame);
      for (const step of steps) {
        advance(start + step.at);
        if (step.act) step.act();
        await onePassed();
        passed(step);
      }
    }
  };
})();
