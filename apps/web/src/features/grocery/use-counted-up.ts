import { useEffect, useRef, useState } from 'react';

/** Milliseconds from one total to the next. */
const TIME = 180;

/** A number that counts to each new value, or is there at once for readers who want less motion. */
export function useCountedUp(value: number): number {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    const from = latest.current;
    if (from === value) return;
    const start = performance.now();
    const time = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : TIME;
    let frame = requestAnimationFrame(function step(now) {
      const part = time === 0 ? 1 : Math.min(Math.max(now - start, 0) / time, 1);
      latest.current = part === 1 ? value : from + (value - from) * part;
      setShown(latest.current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
