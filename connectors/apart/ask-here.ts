import { openSession } from '../session.ts';
import type { Ask } from './ask.ts';
import { ask } from './questions.ts';

/** In this process: for workers alone, since what the other system replies is read and parsed here. */
export const askHere: Ask = async ({ connector, settings, context, question, about }) =>
  ask(connector, openSession(connector, settings, context), question, about);
