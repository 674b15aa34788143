import { useHydrated } from '../../../../ui/hooks/use-hydrated.ts';
import { useClock } from '../../../../ui/time/clock.tsx';
import { type Days, daysShown } from '../../graphs/days.ts';

/**
 * The days of the figures, as the browser knows them. The server shows those of the `zone` that the browser sent it, or of the account's.
 */
export function useOwnDays(days: Days, zone: string): { days: Days; zone: string } {
  const { now, timezone } = useClock();
  const awake = useHydrated();
  return awake ? daysShown(now, Intl.DateTimeFormat().resolvedOptions().timeZone, timezone) : { days, zone };
}
