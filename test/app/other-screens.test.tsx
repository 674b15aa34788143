import { describe, expect, test } from 'vitest';
import { windowEntities } from '../../app/base/scheduled-entities.ts';
import { CarrierCheckAll } from '../../app/base/shipping-methods/carrier-check-all.tsx';
import { TimezoneSelect } from '../../app/people/accounts/settings/widgets/timezone-select.tsx';
import { deletePortalMessageCall } from '../../app/people/portal-messages/contract.ts';
import type { Invitee } from '../../app/people/team/contract.ts';
import { Invitees } from '../../app/people/team/widgets/invitees.tsx';
import { confirmText } from '../../app/ui/dialog/confirm-dialog.tsx';
import { DeleteButton } from '../../app/ui/dialog/delete-button.tsx';
import { PasswordField } from '../../app/ui/form/password-field.tsx';
import { Pagination } from '../../app/ui/list/pages/pagination.tsx';
import { TimeOfDaySelect } from '../../app/ui/time/time-of-day-select.tsx';
import { rendered } from '../rendered.tsx';

// The small controls that the specification lists as other screens, each in the situation that it belongs to.

const nothing = () => undefined;
const zones = [{ timezone: 'Asia/Kolkata', location: 'Kolkata, Asia', offset: 330 }];
const groups = [{ carrier: 'UPS', methods: ['Ground', '2nd Day'].map((name) => ({ code: name, name })) }];
const invitee: Invitee = {
  ...{ id: 1, email: 'new@example.com', role: 'user', departments: [], invited_by: null, mailed: true, refused_because: null },
  ...{ created_at: new Date(), expires_at: new Date() },
};

test.each<[what: string, shown: () => string, says: string[], not: string[]]>([
  ['a generic confirm', () => confirmText, ['Are you sure you want perform this action.'], []],
  ['the show-password toggle', () => rendered(<PasswordField label="Password" />), ['Show password'], []],
  [
    'the time zone selector',
    () => rendered(<TimezoneSelect zones={zones} value="Asia/Kolkata" onChange={nothing} />),
    ['Time zone', 'It is '],
    [],
  ],
  [
    'a time of day',
    () => rendered(<TimeOfDaySelect label="Start" value="" onChange={nothing} />),
    ['Select time', '12:30 am', '11:30 pm'],
    [],
  ],
  ['a window is of orders by default', () => windowEntities[0], ['orders'], []],
  [
    'a carrier’s check-all',
    () => rendered(<CarrierCheckAll groups={groups} checked={new Set(['Ground'])} onChange={nothing} />),
    ['All of UPS', 'Ground', '2nd Day'],
    [],
  ],
  [
    'an invitee that can be deleted',
    () => rendered(<Invitees invitees={[invitee]} roles={['user', 'admin', 'account_admin']} />),
    ['Delete the invitation of new@example.com'],
    [],
  ],
  [
    'a record deleted by its id',
    () => rendered(<DeleteButton call={deletePortalMessageCall} id={1} name="this message" />),
    ['Delete this message'],
    [],
  ],
])('%s', (_what, shown, says, not) => {
  const text = shown();
  expect(says.filter((each) => !text.includes(each))).toEqual([]);
  expect(not.filter((each) => text.includes(each))).toEqual([]);
});

describe('pages', () => {
  test.each<[page: number, last: number, says: string[], not: string[]]>([
    [1, 0, [], ['Previous page', 'Next page']],
    [1, 1, [], ['Previous page', 'Next page']],
    [1, 3, ['Previous page', 'Page 1', 'Page 3', 'Next page'], ['Page 4']],
    [9, 40, ['Page 1', 'Page 7', 'Page 11', 'Page 40'], ['Page 6\n', 'Page 12']],
  ])('page %i of %i', (page, lastPage, says, not) => {
    const text = `${rendered(<Pagination page={page} lastPage={lastPage} />)}\n`;
    expect(says.filter((each) => !text.includes(each))).toEqual([]);
    expect(not.filter((each) => text.includes(each))).toEqual([]);
  });
});
