import { IconArrowRight } from '@tabler/icons-react';
import classes from './entrance.module.css';

export type DemoSignIn = { email: string; password: string; name: string; role: string };
type Props = { signIns: DemoSignIn[]; busy: boolean; onChoose: (email: string, password: string) => void };

/** One press signs in as someone of the demo account. The demo alone shows it. */
export function DemoSignIns({ signIns, busy, onChoose }: Props) {
  return (
    <section className={classes.demo}>
      <h2>This is the demo. Sign in as</h2>
      <ul className={classes.rows}>
        {signIns.map(({ email, password, name, role }) => (
          <li key={email}>
            <button type="button" className={classes.row} disabled={busy} onClick={() => onChoose(email, password)}>
              <strong>{name}</strong>
              <span>
                {role} · {email}
              </span>
              <IconArrowRight size={16} stroke={1.8} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
