import type { Role } from '../../platform/signed-in.ts';

export type DemoPerson = { role: Role; roleLabel: string; name: string; email: string; password: string };

/** The people to sign in as in the demo, one per role. The password is not secret: the demo listens on loopback. */
const people: DemoPerson[] = [
  { role: 'account_admin', roleLabel: 'Account admin', name: 'Amira Baker', email: 'amira@demo.crossdock', password: 'demo-crossdock' },
  { role: 'admin', roleLabel: 'Admin', name: 'Jonas Cole', email: 'jonas@demo.crossdock', password: 'demo-crossdock' },
  { role: 'user', roleLabel: 'Operator', name: 'Olive Reyes', email: 'olive@demo.crossdock', password: 'demo-crossdock' },
  { role: 'super', roleLabel: 'Super admin', name: 'Sam Porter', email: 'sam@demo.crossdock', password: 'demo-crossdock' },
];

/** For the sign-in page; empty outside the demo. */
export const demoSignIns = () => people;
