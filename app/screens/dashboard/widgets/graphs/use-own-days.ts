import { useHydrated } from '../../../../ui/hooks/use-hydrated.ts';
import { useClock } from '../../../../ui/time/clock.tsx';
import { countDays, type Days, dayAtOffset, lastDays } from '../../graphs/days.ts';

/** As many days as `days`, ending with the person's own today by their offset from UTC; the server, which cannot know it, shows `days`. */
export function useOwnDays(days: Days): { days: Days; zone: string } {
  const { now, timezone } = useClock();
  const awake = useHydrated();
  if (!awake) return { days, zone: timezone };
  const today = dayAtOffset(now, -new Date(now).getTimezoneOffset());
  return { days: lastDays(countDays(days), today), zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
