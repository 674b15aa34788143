/** For tests about today: in these zones the day does not change while a test runs. */
const hoursToNoon = 12 - new Date().getUTCHours();

/** A zone in which it is about noon. */
export const noonZone = zoneAhead(hoursToNoon);

/** A zone in which it is another day than at noon, and not about midnight either. */
export const otherDayZone = zoneAhead(hoursToNoon <= 1 ? 14 : -12);

/** POSIX counts the other way round: `Etc/GMT-3` is three hours ahead of UTC. */
function zoneAhead(hours: number): string {
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
