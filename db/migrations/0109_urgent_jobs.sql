-- What a person waits for goes before all other jobs.

drop function enqueue_jobs(text[], json[], text[], text[], timestamptz[]);

create function enqueue_jobs(
  names text[], payloads json[], queues text[], keys text[], run_ats timestamptz[], priorities integer[] default null
) returns void language plpgsql security definer set search_path = pg_catalog as $$ begin
  perform graphile_worker.add_job(
    identifier => name, payload => payload, queue_name => queue, job_key => key, run_at => coalesce(run_at, now()), max_attempts => 25,
    priority => coalesce(priority, 0)
  ) from unnest(names, payloads, queues, keys, run_ats, priorities) as job (name, payload, queue, key, run_at, priority);
end $$;
comment on function enqueue_jobs is
  'Adds jobs to the queue, one for each position of the arrays, which have one length; of a lower priority number first. It runs as the owner,
so that the roles of the product can add jobs and do nothing else with the queue.';
revoke all on function enqueue_jobs from public;
grant execute on function enqueue_jobs to crossdock_app, crossdock_scheduler;
