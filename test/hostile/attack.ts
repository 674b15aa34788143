import type pg from 'pg';
import type { Call, Person } from './caller.ts';

/** What the hostile account's process is started with. */
export type Stage = { outside: string; databaseUrl: string; secretKey: string; filesDir: string };
/** This person sends the input of this name, again and again until so many ms have passed. */
export type Order = { name: string; ms: number; hostile: Person };
/** How often each status came, and what is not as it must be afterwards. */
export type Done = { statuses: Record<number, number>; rounds: number; wrong: string[] };

/** What an input is sent with: the hostile account's calls, and a server of its own that replies what it is told. */
export type Attack = Stage & {
  hostile: Person;
  call: Call;
  reply: { type: string; body: Buffer };
  /** The addresses that the server was asked for. */
  asked: string[];
  /** Reads as the owner of the database, past the product. */
  read: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
};

/** What an ordinary user can send or have sent, that once stopped the server. */
export type Input = {
  item: string;
  name: string;
  /** How it may be received. */
  statuses: number[];
  /** Sends it once, as often at a time as hurts. */
  send: (attack: Attack) => Promise<number[]>;
  /** Sentences about what is not as it must be afterwards. */
  after?: (attack: Attack) => Promise<string[]>;
};
