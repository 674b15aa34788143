import { streamLabel } from '../../../../base/stream-names.ts';
import { Ago, RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { Connection } from '../../contract.ts';
import classes from './stream-times.module.css';

/** When each stream was last read and will be read next, in one line. */
export function StreamTimes({ streams, called }: { streams: Connection['streams']; called: boolean }) {
  return (
    <ul className={classes.streams}>
      {streams.map(({ stream, read_at, due_at, failures }) => (
        <li key={stream} data-failing={failures > 0 || undefined}>
          {streamLabel(stream)}{' '}
          <span className={classes.times}>
            {read_at ? (
              <>
                read <Ago at={read_at} />
              </>
            ) : (
              'not read yet'
            )}
            {called && (
              <>
                {' · '}
                <span className={classes.next}>
                  next <RelativeTime at={due_at} />
                </span>
              </>
            )}
            {failures > 0 && ` · failed ${failures === 1 ? 'once' : `${failures} times`}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
