import { styleText } from 'node:util';
import type { DemoSettings } from './demo-settings.ts';

export type SignIn = { role: string; email: string; password: string };

/** The address and the sign-ins, for the person who started it. */
export function welcome({ address, folder }: DemoSettings, signIns: SignIn[]): void {
  const width = (pick: (row: SignIn) => string) => Math.max(...signIns.map((row) => pick(row).length));
  const [roles, emails] = [width((row) => row.role), width((row) => row.email)];
  const rows = signIns.map(({ role, email, password }) => `    ${role.padEnd(roles)}   ${email.padEnd(emails)}   ${password}`);
  const lines = [
    '',
    `  Crossdock is ready: ${styleText(['bold', 'underline'], address)}`,
    '',
    '  Sign in as (role, e-mail, password):',
    ...rows,
    '',
    `  Everything is kept in ${folder}. Ctrl-C stops it.`,
    '',
  ];
  console.log(lines.join('\n'));
}
