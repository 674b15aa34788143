import { z } from 'zod';
import { endpoint, id, instant, messageReply, nameText, refusal, text } from '../../../platform/endpoint.ts';
import { memberRoles } from './rules.ts';

const nullable = z.string().nullable();
const role = z.enum(memberRoles);

const department = z.object({ id: z.number(), name: z.string() });

const member = z.object({
  /** The person's, as `userId` of the calls. */
  id: z.number(),
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  departments: z.array(department),
  is_admin: z.boolean(),
  is_super: z.boolean(),
  is_account_admin: z.boolean(),
  last_seen_at: instant.nullable(),
});
export type Member = z.output<typeof member>;

const invitee = z.object({
  id: z.number(),
  email: z.string(),
  role,
  departments: z.array(department),
  invited_by: nullable,
  created_at: instant,
  expires_at: instant,
  /** False when the mail could not be handed over: it can be sent again. */
  mailed: z.boolean(),
  /** Why it could not, where the mail server said it, or did not reply. */
  refused_because: nullable,
});
export type Invitee = z.output<typeof invitee>;

/** Whether everyone must have two-factor sign-in, and the names of those who have none and of the keys and agents that work as they. */
export type TwoFactorInTeam = { required: boolean; without: string[]; keys: string[] };

export const getTeamCall = endpoint('GET /api/team', {
  may: 'work',
  summary: 'The members of the account, and who is invited',
  replies: { 200: z.object({ members: z.array(member), invitees: z.array(invitee) }) },
});

export const getDepartmentsCall = endpoint('GET /api/departments/get-departments', {
  may: 'work',
  summary: 'The departments by id',
  replies: { 200: z.record(z.string(), z.string()) },
});

const departmentIds = z.array(id).max(200);

const assigned = z.object({ departments: departmentIds, isAdmin: z.boolean() });
/** What a person decides about a member. */
export type Assigned = z.output<typeof assigned>;

export const departmentsOfUserCall = endpoint('POST /api/departments/get-departments-by-user', {
  may: 'work',
  summary: 'The ids of the departments that a member is in, and their names as one text; 204 for none',
  unaudited: 'it reads',
  body: z.object({ userId: id }),
  namesOthers: ['userId'],
  replies: { 200: z.tuple([z.array(z.number()), z.string()]), 204: z.null(), 404: refusal },
});

export const assignDepartmentsCall = endpoint('POST /api/departments/add-to-user', {
  may: 'team',
  confirmed: true,
  summary: 'Put a member into exactly these departments; blank takes them out of all. With `isAdmin`, make them an admin or not',
  body: z.object({
    departments: z.union([departmentIds, z.literal('')]).default(''),
    userId: id,
    isAdmin: z.boolean().optional(),
    was: assigned
      .optional()
      .meta({ description: 'What the member had when the change began: refused with 409 where that is no longer so' }),
  }),
  namesOthers: ['userId'],
  /** Whether they are now an admin, in a word; what was done; the member. */
  example: { body: { userId: 1042, departments: [1042] } },
  replies: { 200: z.tuple([z.enum(['Admin', 'User']), z.string(), member]), 404: refusal, 409: refusal },
});

const outcome = z.object({
  email: z.string(),
  outcome: z.enum(['invited', 'not_mailed', 'member', 'invited_before', 'no_address']),
  /** Of one that was not mailed: why the mail was refused. */
  refused_because: z.string().optional(),
});
export type InviteOutcome = z.output<typeof outcome>;

export const inviteCall = endpoint('POST /settings/team/invitees', {
  may: 'team',
  confirmed: true,
  summary: 'Invite people by mail: their addresses, apart by commas, semicolons, spaces or lines',
  body: z.object({
    emails: text(20_000).trim().min(1, 'Write at least one e-mail address.'),
    role,
    departments: departmentIds.default([]),
  }),
  replies: { 200: messageReply.extend({ outcomes: z.array(outcome) }), 409: refusal },
});

export const resendInvitationCall = endpoint('POST /settings/team/invitees/:id/resend', {
  may: 'team',
  confirmed: true,
  summary: 'Mail an invitation again, with a new link; the former one ends. Once in five minutes and five times a day to an address',
  replies: { 200: messageReply, 403: refusal, 404: refusal, 429: refusal, 502: refusal },
});

export const deleteInviteeCall = endpoint('DELETE /settings/team/invitees/:id', {
  may: 'team',
  summary: 'Take an invitation back: its link ends',
  replies: { 200: messageReply, 403: refusal, 404: refusal },
});

export const endMemberSessionsCall = endpoint('DELETE /settings/team/members/:id/sessions', {
  may: 'team',
  confirmed: true,
  summary: 'Sign a person out wherever they are; they sign in again with their password',
  replies: { 200: messageReply, 403: refusal, 404: refusal },
});

export const removeMemberCall = endpoint('DELETE /settings/team/members/:id', {
  may: 'team',
  confirmed: true,
  summary: 'Remove a person from the account, by their own id; their sessions end at once',
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const readInvitationCall = endpoint('GET /api/auth/invitation', {
  may: 'anyone',
  summary: 'Who is invited to what by a mailed link',
  query: z.object({ token: text(200) }),
  replies: { 200: z.object({ email: z.string(), accountName: z.string() }), 404: refusal },
});

export const acceptInvitationCall = endpoint('POST /api/auth/accept-invitation', {
  may: 'anyone',
  summary: 'Join an account by a mailed link, with a name and a password',
  body: z.object({
    token: text(200),
    name: nameText(120).min(1, 'Write your name.'),
    password: text(1_000),
  }),
  replies: { 200: z.object({ email: z.string() }), 404: refusal, 409: refusal, 429: refusal },
});
