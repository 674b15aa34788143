import { wordImport } from '../app/base/import-outcomes.ts';
import { importsJobs } from '../app/screens/import-export/imports/jobs.ts';
import { addressOf } from '../platform/call.ts';
import type { Log } from '../platform/log.ts';
import { notificationsInWords } from './in-words.ts';
import { quietLog } from './shop/quiet.ts';
import type { Person, TestWeb } from './web.ts';

export type Sent = {
  preview?: boolean;
  name?: string;
  entity?: number;
  field?: string;
  connector?: string | undefined;
  continues?: number;
  encoding?: string;
};

/** Uploads files as a browser does, and runs the jobs of their imports. */
export function importing(own: TestWeb) {
  const send = async (
    person: Person | null,
    content: string | Buffer,
    { preview = true, name = 'items.csv', entity = 2, field = 'file', connector, continues, encoding }: Sent = {},
  ) => {
    const form = new FormData();
    form.set(field, new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type: 'text/csv' }));
    const sent = new Response(form);
    return own.as(person, {
      method: 'POST',
      url: addressOf(`/api/upload-csv/${entity}`, {}, { preview: preview ? 1 : null, connector, continues, encoding }),
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
  };
  /** Runs the phase that an import is in, as a worker does; `isLast`: at the last attempt of its job. */
  const work = ({ accountId, userId }: Person, importId: number, stop = new AbortController().signal, isLast = false) => {
    const { files } = own.web.parts;
    const engine = { ...own.web.parts.engine, database: own.database, files, log: quietLog().log as unknown as Log };
    return importsJobs['imports:work']({ accountId, userId, importId }, engine, stop, isLast);
  };
  const act = async (person: Person, id: number, action: 'apply' | 'cancel' | 'undo', payload?: { run_id: number | null }) =>
    own.as(person, { method: 'POST', url: `/api/imports/${id}/${action}`, ...(payload && { payload }) });
  const stateOf = async (id: number) =>
    (
      await own.sql<{ state: string; problem: unknown }>(
        'select state, created, changed, unchanged, wrong, applied, kept, problem from imports where id = $1',
        [id],
      )
    ).map((row) => ({ ...row, problem: row.problem && wordImport(row.problem) }))[0];
  const rowsOf = async (person: Person, id: number, code: string, page = 1) =>
    (await own.as(person, { url: `/api/imports/${id}/rows?code=${code}&page=${page}` })).json();
  /** What the person's bell says. */
  const heardBy = async ({ userId }: Person) =>
    notificationsInWords(
      await own.sql<{ kind: string; path: string }>('select kind, sentence, path from notifications where user_id = $1 order by id', [
        userId,
      ]),
    );
  return {
    ...{ send, work, act, stateOf, rowsOf, heardBy },
    /** Uploads and checks a file. Returns the import's id. */
    async check(person: Person, content: string | Buffer, sent: Sent = {}): Promise<number> {
      const reply = await send(person, content, sent);
      const { importId } = reply.json();
      if (!importId) throw new Error(`Not taken: ${reply.statusCode} ${reply.body}`);
      await work(person, importId);
      return importId;
    },
    /** Applies an import that was checked. */
    async apply(person: Person, id: number): Promise<void> {
      const reply = await act(person, id, 'apply');
      if (reply.statusCode !== 200) throw new Error(reply.body);
      await work(person, id);
    },
    async undo(person: Person, id: number): Promise<void> {
      const reply = await act(person, id, 'undo');
      if (reply.statusCode !== 200) throw new Error(reply.body);
      await work(person, id);
    },
    /** What is wrong, as `row column: problem → what would be right`. */
    async errorsOf(person: Person, id: number): Promise<string[]> {
      const { data } = await rowsOf(person, id, 'w');
      type Row = { number: number; errors: { column: string; problem: string; expected: string }[] };
      return (data as Row[]).flatMap(({ number, errors }) =>
        errors.map(({ column, problem, expected }) => `${number} ${column}: ${problem} → ${expected}`),
      );
    },
  };
}
