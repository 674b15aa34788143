import type { Sign } from './statuses.ts';

/** The icons of all statuses: a ring that fills from pending to fulfilled, and an icon for each other status. */
export function StatusSprite() {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
      {Object.entries(drawings).map(([sign, drawing]) => (
        <symbol key={sign} id={`sign-${sign}`} viewBox="0 0 14 14" fill="none">
          {drawing}
        </symbol>
      ))}
    </svg>
  );
}

/** A ring with this many of its eight parts filled. */
const ring = (parts: number) => (
  <>
    <circle cx="7" cy="7" r="6" stroke="currentColor" strokeWidth="1.5" />
    <circle
      cx="7"
      cy="7"
      r="2"
      stroke="currentColor"
      strokeWidth="4"
      strokeDasharray={`${(parts * Math.PI * 4) / 8} 100`}
      transform="rotate(-90 7 7)"
    />
  </>
);

const disc = (mark: string) => (
  <>
    <circle cx="7" cy="7" r="6.75" fill="currentColor" />
    <path d={mark} stroke="var(--surface)" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
  </>
);

const drawings: Record<Sign, React.ReactNode> = {
  open: <circle cx="7" cy="7" r="6" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.4 1.37" />,
  begun: ring(3),
  most: ring(5),
  whole: ring(8),
  tick: disc('M4.3 7.2 6.2 9.1 9.8 5.3'),
  alarm: disc('M7 3.8v3.6M7 10.1v.1'),
  pause: disc('M5.4 4.8v4.4M8.6 4.8v4.4'),
  cross: disc('M5 5l4 4M9 5 5 9'),
  dash: disc('M4.5 7h5'),
};
