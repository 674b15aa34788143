import type { Database } from '../../../platform/db.ts';
import type { Environment } from '../../../platform/env.ts';
import type { LiveFeed } from '../../../platform/events.ts';
import type { Files } from '../../../platform/files.ts';
import type { Log } from '../../../platform/log.ts';
import type { Mailer } from '../../../platform/mail.ts';
import type { Engine } from '../../base/worker-context.ts';
import type { Directory } from './people/directory.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Uses } from './sessions/uses.ts';
import type { SignIn } from './sign-in.ts';

/** The parts of a web process. Each feature's api uses those that it needs. */
export type Services = {
  env: Environment;
  log: Log;
  database: Database;
  directory: Directory;
  sessions: Sessions;
  uses: Uses;
  signIn: SignIn;
  post: Mailer;
  files: Files;
  news: LiveFeed;
  /** Tries connections and reads webhooks; the flow itself runs in workers. */
  engine: Engine;
  /** How long a call may wait for long work that it started, in ms. */
  longestWaitMs: number;
};
