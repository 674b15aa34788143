import { useEffect, useRef, useState } from 'react';

/** The duration of a counter's animation, in ms. */
const runMs = 300;

/** A figure that animates to its new value, or jumps for people who prefer reduced motion. */
export function useCounted(count: number): number {
  const [figure, setFigure] = useState(count);
  const last = useRef(count);
  useEffect(() => {
    const from = last.current;
    last.current = count;
    if (from === count) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return setFigure(count);
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, Math.max(0, (now - began) / runMs));
      setFigure(Math.round(from + (count - from) * share));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [count]);
  return figure;
}
