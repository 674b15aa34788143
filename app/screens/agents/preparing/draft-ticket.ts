import { href } from 'react-router';
import { z } from 'zod';
import { id, text } from '../../../../platform/endpoint.ts';
import { itemTypes, topicNames } from '../../../shared/support/ticket.ts';
import { tool } from '../tool.ts';

/** An address can be about 16 KB, and a letter up to 12 bytes in it. */
const longest = 1_000;

export const draftTicketTool = tool({
  name: 'draft_ticket',
  title: 'Draft a ticket to support',
  description:
    'Returns a link to the form of a ticket that is filled in. Nothing is kept or sent: a person reads it there and presses Send.',
  scope: null,
  input: z.strictObject({
    topic: z.enum(topicNames),
    subject: text(200).trim().min(1),
    description: text(longest).trim().min(1),
    about: z.strictObject({ type: z.enum(itemTypes), id }).optional(),
  }),
  output: z.object({ page: z.url() }),
  async run({ linkTo }, { topic, subject, description, about }) {
    const fields = { subject_1: topic, subject_2: subject, description };
    const item: Record<string, string> = about ? { item_type: about.type, item_id: String(about.id) } : {};
    return { page: linkTo(`${href('/support')}?${new URLSearchParams({ ...fields, ...item })}`) };
  },
});
