import { RelativeTime } from './time/relative-time.tsx';
import classes from './timeline.module.css';

export type TimelineEntry = {
  key: string | number;
  at: Date | string | number;
  /** One sentence. */
  text: React.ReactNode;
  /** Who or what did it. */
  by?: string | null;
  tone?: 'grey' | 'blue' | 'green' | 'red' | 'amber' | 'teal';
  detail?: React.ReactNode;
};

/** A list of events with their times, in the given order. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={classes.timeline}>
      {entries.map(({ key, at, text, by, tone = 'grey', detail }) => (
        <li key={key} className={classes.entry} data-tone={tone}>
          <span className={classes.dot} aria-hidden />
          <div className={classes.words}>
            <p>
              {text}
              {by && <span className={classes.by}> · {by}</span>}
            </p>
            {detail}
          </div>
          <span className={classes.time}>
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
