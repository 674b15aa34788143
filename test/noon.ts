/** Two zones in which the day does not change for hours after this hour of UTC. */
export const zonesAt = (hour: number) => ({ noonZone: zoneAhead(12 - hour), otherDayZone: zoneAhead(hour >= 11 ? 14 : -12) });

/**
 * For tests about today: in these zones the day does not change while a test runs. In one it is about noon, and in the other another day,
 * and not about midnight either.
 */
export const { noonZone, otherDayZone } = zonesAt(new Date().getUTCHours());

/** POSIX counts the other way round: `Etc/GMT-3` is three hours ahead of UTC. */
function zoneAhead(hours: number): string {
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
