import type { Reply } from '../../platform/endpoint.ts';
import { RelativeTime } from '../ui/time/relative-time.tsx';
import type { listOutbox } from './contract.ts';
import classes from './entrance.module.css';

type Mail = Reply<typeof listOutbox>['mails'][number];

/** A mail as its recipient would see it, with working links. */
export function OutboxMail({ mail: { to, subject, text, at } }: { mail: Mail }) {
  return (
    <li className={classes.mail}>
      <header>
        <strong>{subject}</strong>
        <span>
          to {to} · <RelativeTime at={at} />
        </span>
      </header>
      <p>
        {text.split(/(https?:\/\/\S+)/).map((part) =>
          /^https?:/.test(part) ? (
            <a key={part} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </li>
  );
}
