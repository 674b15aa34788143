import { z } from 'zod';
import { endpoint, refusal, text } from '../../../platform/endpoint.ts';

/** A file that a person attached to something they wrote. */
export const attachment = z.object({
  id: z.number(),
  name: z.string(),
  bytes: z.number(),
  /** Where it is shown, if it is a picture, and downloaded. */
  address: z.string(),
  picture: z.boolean(),
  /** Whether the person may delete it. */
  deletable: z.boolean(),
});
export type Attachment = z.output<typeof attachment>;

export const downloadFile = endpoint('GET /api/files/:id', {
  may: 'work',
  summary: 'Download a file of the account',
  replies: { 200: z.string(), 404: refusal },
  sends: ['*/*'],
});

/** Serves pictures that channels and the warehouse name by an address elsewhere: our copy of them. */
export const showOutsidePicture = endpoint('GET /uploads/outside', {
  may: 'work',
  summary: 'Our copy of a picture elsewhere, of which a channel or the warehouse gave the address; nothing until it was fetched',
  query: z.object({ address: text(2_000) }),
  example: { query: { address: 'https://shop.example.com/mug.png' } },
  replies: { 200: z.string(), 204: z.null(), 304: z.null(), 404: refusal },
  sends: ['image/*'],
});

/** Serves relative picture addresses, below `uploads/`. */
export const showUpload = endpoint('GET /uploads/*', {
  may: 'work',
  summary: 'A picture that was uploaded to the account',
  params: z.object({ '*': z.string() }),
  example: { params: { '*': 'images/1042/mug.png' } },
  replies: { 200: z.string(), 304: z.null(), 404: refusal },
  sends: ['image/*'],
});
