import { useHydrated } from '../../../../ui/hooks/use-hydrated.ts';
import { useClock } from '../../../../ui/time/clock.tsx';
import { dayAt } from '../../../../ui/time/day.ts';
import { countDays, type Days, lastDays } from '../../graphs/days.ts';

/**
 * As many days as `days`, ending with the person's own today. The server shows the `days` of the `zone` that the browser told it, or of
 * the account's.
 */
export function useOwnDays(days: Days, zone: string): { days: Days; zone: string } {
  const { now } = useClock();
  const awake = useHydrated();
  if (!awake) return { days, zone };
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { days: lastDays(countDays(days), dayAt(now, own)), zone: own };
}
