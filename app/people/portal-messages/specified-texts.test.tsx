import { expect, test } from 'vitest';
import type { z } from 'zod';
import { rendered } from '../../../test/rendered.tsx';
import { formOf } from '../../ui/form/form-of.ts';
import { AccountClock } from '../../ui/time/clock.tsx';
import { createPortalMessageCall, listPortalMessagesCall, type PortalMessage } from './contract.ts';
import PortalMessagesPage from './list-page.tsx';
import { dateMask, levels } from './message.ts';
import { MessageBars } from './message-bars.tsx';

// The texts that the specification quotes of portal messages, each in its situation, and every field by its name.

const now = Date.parse('2026-07-02T12:00:00Z');
const message: PortalMessage = {
  ...{ id: 1, body: 'No pick-up on Friday.', level: 'warning', start_date: '2026-07-01T08:00:00Z', end_date: '2026-07-03T17:30:00Z' },
  ...{ startDateFormatted: '07/01/2026 09:00', endDateFormatted: '07/03/2026 18:30' },
};
const inAccount = (widget: React.ReactNode) =>
  rendered(
    <AccountClock now={now} timezone="Europe/London" dateStyle="month_first">
      {widget}
    </AccountClock>,
  );
const page = (messages: PortalMessage[]) => {
  const loaderData = { messages, form: {}, started: {} };
  return inAccount(<PortalMessagesPage {...({ loaderData } as unknown as Parameters<typeof PortalMessagesPage>[0])} />);
};

test.each<[situation: string, facts: Partial<PortalMessage>[], says: string[]]>([
  [
    'that is due',
    [{}],
    [
      ...['Portal messages', 'New message', 'Message', 'Level', 'Start', 'End', 'No pick-up on Friday.', 'Warning', 'Shown now'],
      ...['07/01/2026 09:00', '07/03/2026 18:30', 'Europe/London', 'Delete “No pick-up on Friday.”'],
    ],
  ],
  ['that is to come', [{ start_date: '2026-07-03T08:00:00Z' }], ['Planned']],
  ['that is over', [{ end_date: '2026-07-02T08:00:00Z' }], ['Ended']],
  ['that nobody has written', [], ['No messages', 'from its start to its end, until a person dismisses it']],
])('the list shows one %s', (_situation, facts, says) => {
  const text = page(facts.map((each) => ({ ...message, ...each })));
  expect(says.filter((each) => !text.includes(each))).toEqual([]);
});

test('the form has body, level, start and end by the mask of the specification, and its four levels', () => {
  const { properties = {} } = formOf(createPortalMessageCall);
  expect(Object.entries(properties).map(([field, { title }]) => [field, title])).toEqual([
    ['body', 'Message'],
    ['level', 'Level'],
    ['start_date', 'Start'],
    ['end_date', 'End'],
  ]);
  expect(dateMask).toBe('##/##/#### ##:##');
  expect([properties.start_date, properties.end_date]).toMatchObject([{ mask: dateMask }, { mask: dateMask }]);
  expect(properties.level?.enum).toEqual(['', 'success', 'info', 'warning', 'danger']);
});

test.each(levels)('a message of level %s that is due is a bar in its style, to be dismissed', (level) => {
  const text = inAccount(<MessageBars messages={[{ ...message, level }]} />);
  for (const each of ['No pick-up on Friday.', 'Dismiss this message']) expect(text).toContain(each);
});

test.each([
  ['before its start', { start_date: '2026-07-02T12:00:01Z' }],
  ['from its end on', { end_date: '2026-07-02T12:00:00Z' }],
])('a message is not shown %s', (_when, facts) => {
  expect(inAccount(<MessageBars messages={[{ ...message, ...facts }]} />)).not.toContain('No pick-up');
});

test('Portal message has every field of the specification by its name', () => {
  const { portalMessages, timezone } = listPortalMessagesCall.replies[200].shape;
  expect(Object.keys((portalMessages.element as z.ZodObject).shape)).toEqual(Object.keys(message));
  expect(timezone.def.type).toBe('string');
  expect(Object.keys(createPortalMessageCall.replies[200].shape)).toEqual(expect.arrayContaining(['savedMessage', 'message']));
});
