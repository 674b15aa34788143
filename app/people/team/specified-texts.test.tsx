import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { CallError } from '../../../platform/call.ts';
import type { Role } from '../../../platform/signed-in.ts';
import { rendered } from '../../../test/rendered.tsx';
import { departmentsList } from '../../nouns/departments/widgets/departments-list.tsx';
import { AccountClock } from '../../ui/time/clock.tsx';
import { listTimezonesCall } from '../accounts/settings/contract.ts';
import { assignDepartmentsCall, getDepartmentsCall, getTeamCall, type Invitee, type Member } from './contract.ts';
import TeamPage from './team-page.tsx';
import { assignmentFailure, editMemberTitle } from './texts.ts';
import { MemberForm } from './widgets/edit-member.tsx';
import { Invitees } from './widgets/invitees.tsx';
import { Members } from './widgets/members.tsx';

// The texts that the specification quotes of the team and its departments, each in its situation, and every field by its name.

const [orders, support] = [
  { id: 1, name: 'Orders' },
  { id: 2, name: 'Support' },
];
const olive: Member = {
  ...{ id: 7, user_id: 7, name: 'Olive Reyes', email: 'olive@example.org', role: 'user', departments: [orders] },
  ...{ is_admin: false, is_super: false, is_account_admin: false, last_seen_at: null },
};
const lead: Partial<Member> = { role: 'account_admin', is_admin: true, is_account_admin: true };
const admin: Partial<Member> = { role: 'admin', is_admin: true };
const actor = (role: Role, userId = 1) => ({ userId, role });
const inAccount = (widget: React.ReactNode) =>
  rendered(
    <AccountClock now={Date.now()} timezone="UTC" dateStyle="month_first">
      {widget}
    </AccountClock>,
  );

test('an account in which nobody is yet says what to do, and nothing of two-factor sign-in', () => {
  const Page = TeamPage as unknown as React.ComponentType<{ loaderData: object }>;
  const nobody = { members: [], invitees: [], departments: [orders], twoFactor: { required: false, without: [] } };
  const text = inAccount(<Page loaderData={{ ...nobody, actor: actor('super'), mayChange: true }} />);
  expect(text).toContain('Nobody is in this account yet');
  expect(text).not.toMatch(/Two-factor|Last seen/);
});

test('the dialog is called as the specification calls it', () => expect(editMemberTitle).toBe('Edit Team Member'));

describe('the dialog about a member', () => {
  type Facts = { member?: Partial<Member>; by?: ReturnType<typeof actor> };
  const box = 'Is Admin';
  test.each<[situation: string, facts: Facts, says: string[], not: string[]]>([
    ['who is no admin, for an admin', {}, [box, 'Departments', 'Olive Reyes', 'Admins change mappings'], ['Only account admins']],
    ['who is an admin, for an admin', { member: admin }, [box, 'Only account admins can change this.'], []],
    ['who is an admin, for an account admin', { member: admin, by: actor('account_admin') }, [box], ['Only account admins']],
    ['who is an account admin, for a super admin', { member: lead, by: actor('super') }, [box], ['Only account admins']],
    ['who is oneself', { by: actor('account_admin', 7) }, ['Departments'], [box]],
    ['who is a super admin', { member: { is_super: true }, by: actor('account_admin') }, ['Departments'], [box]],
    ['in no department', { member: { departments: [] } }, ['Departments', 'None'], []],
  ])('%s', (_situation, { member, by = actor('admin') }, says, not) => {
    const text = inAccount(
      <MemberForm member={{ ...olive, ...member }} departments={[orders, support]} actor={by} close={() => undefined} />,
    );
    expect(says.filter((each) => !text.includes(each))).toEqual([]);
    expect(not.filter((each) => text.includes(each))).toEqual([]);
  });
});

test.each([
  [401, 'You are signed out. Sign in again.', 'You are signed out. Sign in again.'],
  [404, 'This person is not in your team.', 'This person is not in your team.'],
  [409, 'Lea is the last account admin.', 'Sorry, there was an error processing your request. Lea is the last account admin.'],
  [500, 'Something went wrong on our side.', 'Sorry, there was an error processing your request'],
  [0, 'The server did not respond.', 'Sorry, there was an error processing your request'],
])('an assignment that fails with %i, “%s”, says “%s”', (status, errorMessage, expected) => {
  expect(assignmentFailure(new CallError(status, { errorMessage, code: 'x' }))).toBe(expected);
});

test('an assignment says Admin or User', () => {
  const [status] = assignDepartmentsCall.replies[200].def.items;
  expect((status as z.ZodEnum).options).toEqual(['Admin', 'User']);
});

test.each<[situation: string, member: Partial<Member>, says: string[], not: string[]]>([
  [
    'a user',
    {},
    ['Olive Reyes', 'olive@example.org', 'User', 'Orders', 'never', 'Edit Olive Reyes', 'Remove Olive Reyes', 'Sign out'],
    ['(you)'],
  ],
  ['an admin', admin, ['Admin', 'Edit Olive Reyes'], ['Remove Olive Reyes']],
  ['a super admin', { is_super: true }, ['Super admin'], ['Remove Olive Reyes']],
  ['in no department', { departments: [] }, ['–'], ['Orders']],
])('the list shows %s, for an admin', (_situation, member, says, not) => {
  const text = inAccount(<Members members={[{ ...olive, ...member }]} actor={actor('admin')} onEdit={() => undefined} />);
  expect(['Name', 'Role', 'Departments', 'Last seen', ...says].filter((each) => !text.includes(each))).toEqual([]);
  expect(not.filter((each) => text.includes(each))).toEqual([]);
});

const invitee: Invitee = {
  ...{ id: 3, email: 'ina@example.org', role: 'user', departments: [support], invited_by: 'Lea', mailed: true, refused_because: null },
  ...{ created_at: new Date(Date.now() - 3_600_000).toISOString(), expires_at: new Date(Date.now() + 3_600_000).toISOString() },
};
test.each<[situation: string, facts: Partial<Invitee>, mayChange: boolean, says: string[], not: string[]]>([
  [
    'who was mailed',
    {},
    true,
    ['ina@example.org', 'Support', 'by Lea', 'Resend', 'Delete the invitation of ina@example.org'],
    ['expired', 'could not'],
  ],
  ['whose link is old', { expires_at: '2020-01-01T00:00:00Z' }, true, ['The link has expired. Send it again.'], []],
  ['who was not mailed', { mailed: false }, true, ['The mail could not be sent. Send it again.'], []],
  ['for who only looks', {}, false, ['ina@example.org'], ['Resend', 'Delete']],
])('an invitee %s', (_situation, facts, mayChange, says, not) => {
  const text = inAccount(<Invitees invitees={[{ ...invitee, ...facts }]} roles={mayChange ? ['user'] : []} />);
  expect(says.filter((each) => !text.includes(each))).toEqual([]);
  expect(not.filter((each) => text.includes(each))).toEqual([]);
});

test('the departments are listed by name, with who is in them', () => {
  expect(departmentsList.columns.map(({ title }) => title)).toEqual(['Name', 'What it does', 'People']);
});

test.each<[string, z.ZodType, string[]]>([
  [
    'Team member',
    getTeamCall.replies[200].shape.members.element,
    ['id', 'name', 'departments', 'is_admin', 'is_super', 'is_account_admin'],
  ],
  ['Timezone option', listTimezonesCall.replies[200].element, ['timezone', 'location']],
])('%s has every field of the specification by its name', (_entity, schema, fields) => {
  expect(Object.keys((schema as z.ZodObject).shape)).toEqual(expect.arrayContaining(fields));
});

test('Department is its label by its id', () => {
  expect(getDepartmentsCall.replies[200].parse({ '1': 'Orders' })).toEqual({ '1': 'Orders' });
});
