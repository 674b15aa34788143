-- The runtime role may add jobs and nothing else of the queue: these run as the owner.
-- One call adds many: parallel arrays, of one length.
create function enqueue_jobs(names text[], payloads json[], queues text[], keys text[], run_ats timestamptz[])
  returns void language plpgsql security definer set search_path = pg_catalog as $$ begin
  perform graphile_worker.add_job(
    identifier => name, payload => payload, queue_name => queue, job_key => key, run_at => coalesce(run_at, now()), max_attempts => 25
  ) from unnest(names, payloads, queues, keys, run_ats) as job (name, payload, queue, key, run_at);
end $$;
revoke all on function enqueue_jobs from public;
grant execute on function enqueue_jobs to crossdock_app, crossdock_scheduler;

grant select, insert, update, delete on workers to crossdock_app, crossdock_scheduler;
