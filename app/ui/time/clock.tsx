import { createContext, use, useEffect, useState } from 'react';
import { usePrinting } from '../hooks/use-printing.ts';
import type { TimeStyle } from './write-time.ts';

type Clock = TimeStyle & { now: number; isPrinting?: boolean };

const ClockContext = createContext<Clock>({ now: 0, timezone: 'UTC', dateStyle: 'month_first' });

/** `now` in ms, renewed every half minute, the account's IANA zone and date style, and whether the page is being printed. */
export const useClock = () => use(ClockContext);

const tickMs = 30_000;

/**
 * Provides the current time, and the account's time zone and date style. The first render in the browser uses the server's clock, so that
 * both render the same text.
 */
export function AccountClock({ now: first, timezone, dateStyle, children }: Omit<Clock, 'isPrinting'> & { children: React.ReactNode }) {
  const [now, setNow] = useState(first);
  const isPrinting = usePrinting();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return <ClockContext value={{ now: Math.max(now, first), timezone, dateStyle, isPrinting }}>{children}</ClockContext>;
}
