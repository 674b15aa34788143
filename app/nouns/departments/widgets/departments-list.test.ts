import { expect, test } from 'vitest';
import { deletionText } from './departments-list.tsx';

const none = { id: 1, name: 'Support', description: '', people: 0, rules: 0, invitations: 0, tickets: 0 };
const undone = 'It can be undone for 30 days from Activity.';

test.each([
  [{}, 'Nobody is in it.'],
  [{ people: 2 }, '2 people are in it. They stay in the account, without this department.'],
  [{ tickets: 1 }, 'Nobody is in it. 1 ticket has it, and loses it.'],
  [{ rules: 2, invitations: 1 }, 'Nobody is in it. 2 notification rules and 1 invitation have it, and lose it.'],
  [
    { people: 1, rules: 1, invitations: 2, tickets: 1_204 },
    '1 person is in it. They stay in the account, without this department. 1 notification rule, 2 invitations and 1,204 tickets have it, ' +
      'and lose it.',
  ],
])('who deletes a department reads what is lost with it', (counts, sentence) => {
  expect(deletionText({ ...none, ...counts })).toBe(`${sentence} ${undone}`);
});
