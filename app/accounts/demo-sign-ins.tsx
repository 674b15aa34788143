import { IconArrowRight } from '@tabler/icons-react';
import { href, Link } from 'react-router';
import type { DemoPerson } from './demo-people.ts';
import classes from './entrance.module.css';

type Props = { people: DemoPerson[]; busy: boolean; onChoose: (email: string, password: string) => void };

/** Buttons that sign in as a person of the demo account. Shown in the demo only. */
export function DemoSignIns({ people, busy, onChoose }: Props) {
  return (
    <section className={classes.demo}>
      <h2>This is the demo. Sign in as</h2>
      <ul className={classes.rows}>
        {people.map(({ email, password, name, roleLabel }) => (
          <li key={email}>
            <button type="button" className={classes.row} disabled={busy} onClick={() => onChoose(email, password)}>
              <strong>{name}</strong>
              <span>
                {roleLabel} · {email}
              </span>
              <IconArrowRight size={16} stroke={1.8} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Link to={href('/outbox')} className={classes.aside}>
        The mails of the demo
      </Link>
    </section>
  );
}
