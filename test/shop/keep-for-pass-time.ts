/** A drain that finds its rows locked looks again after 20 ms: that is not later. */
export const atOnce = `interval '100 milliseconds'`;

/**
 * What is put off by a back-off waits for `passTime`, however slow the machine is: a back-off may be of no time at all, and would
 * otherwise be over or not over by chance when the test looks. Made once for a database: each change of a table costs every connection
 * the plans that it knows.
 */
export const keepForPassTime = `do $do$ begin
  if to_regproc('keep_job_for_pass_time') is not null then return; end if;
  create function keep_job_for_pass_time() returns trigger language plpgsql as $$ begin
    new.run_at := new.run_at + interval '1 hour'; return new;
  end $$;
  create function keep_effect_for_pass_time() returns trigger language plpgsql as $$ begin
    new.due_at := now() + interval '1 hour'; return new;
  end $$;
  create trigger keep_for_pass_time before insert or update of run_at on graphile_worker._private_jobs for each row
    when (new.run_at > now() + ${atOnce} and new.run_at < now() + interval '10 minutes') execute function keep_job_for_pass_time();
  create trigger keep_for_pass_time before update on outbox for each row
    when (old.state = 'sending' and new.state = 'waiting' and new.last_failure is not null) execute function keep_effect_for_pass_time();
end $do$`;

/** Undoes that. */
export const passTimeByItself = `do $do$ begin
  if to_regproc('keep_job_for_pass_time') is null then return; end if;
  drop function keep_job_for_pass_time, keep_effect_for_pass_time cascade;
end $do$`;
