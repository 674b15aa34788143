import type { Role } from '../../../../platform/signed-in.ts';

export type DemoPerson = { role: Role; roleLabel: string; name: string; email: string; password: string };

/** Not secret: the demo listens on loopback. */
export const demoPassword = 'demo-crossdock';

/** The people to sign in as in the demo, one per role. */
const people: DemoPerson[] = [
  { role: 'account_admin', roleLabel: 'Account admin', name: 'Amira Baker', email: 'amira@demo.crossdock', password: demoPassword },
  { role: 'admin', roleLabel: 'Admin', name: 'Jonas Cole', email: 'jonas@demo.crossdock', password: demoPassword },
  { role: 'user', roleLabel: 'User', name: 'Olive Reyes', email: 'olive@demo.crossdock', password: demoPassword },
  { role: 'super', roleLabel: 'Super admin', name: 'Sam Porter', email: 'sam@demo.crossdock', password: demoPassword },
];

/** The password that one of them was given; undefined for anybody else, as a colleague whom they invited. */
export const demoPasswordOf = (email: string | undefined): string | undefined => people.find((person) => person.email === email)?.password;

/** For the sign-in page; empty outside the demo. */
export const demoSignIns = () => people;
