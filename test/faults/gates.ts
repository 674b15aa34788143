import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from './product.ts';
import { until } from './until.ts';

/** Gates that work waits at in its middle. They are files: so they outlive the database, and open while its disk is full. */
export type Gates<Gated extends string> = {
  close: (gate: Gated) => Promise<void>;
  open: (gate: Gated) => Promise<void>;
  /** Resolves once somebody waits at a gate: to whether that came in time. */
  reached: (gate: Gated) => Promise<boolean>;
  remove: () => Promise<void>;
};

/** `places`: of each gate the change that waits at it, as a trigger names it. */
export async function setGates<Gated extends string>(
  { read }: Pick<Product, 'read'>,
  places: Record<Gated, string>,
): Promise<Gates<Gated>> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-gates-'));
  // The database's user looks into it.
  await chmod(folder, 0o755);
  const file = (gate: Gated) => join(folder, gate);
  await read(`
    create or replace function wait_at_gate() returns trigger language plpgsql security definer as $$ begin
      while (pg_stat_file(tg_argv[1], true)).size is not null loop
        perform set_config('application_name', 'waits in the ' || tg_argv[0], true);
        perform pg_sleep(0.02);
      end loop;
      return new;
    end $$`);
  for (const gate of Object.keys(places) as Gated[])
    await read(
      `create or replace trigger gate_of_${gate} before ${places[gate]} execute function wait_at_gate('${gate}', '${file(gate)}')`,
    );
  return {
    close: (gate) => writeFile(file(gate), ''),
    open: (gate) => rm(file(gate), { force: true }),
    reached: (gate) =>
      until(async () => (await read('select from pg_stat_activity where application_name = $1', [`waits in the ${gate}`])).length > 0),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
