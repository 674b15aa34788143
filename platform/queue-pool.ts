import pg from 'pg';

type Taken = Parameters<Parameters<pg.Pool['connect']>[0]>;

/**
 * The pool of the job queue, which may give a connection back twice: its listener does, when the connection breaks while it is being shut
 * down. The pool throws at the second time, nobody catches that, and the worker ends in the middle of its other jobs.
 */
export class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(taken: (...taken: Taken) => void): void;
  override connect(taken?: (...taken: Taken) => void): Promise<pg.PoolClient> | undefined {
    if (!taken) return super.connect();
    super.connect((error, client, release) => {
      let released = false;
      taken(error, client, (reason) => {
        if (!released) release(reason);
        released = true;
      });
    });
    return undefined;
  }
}
