-- Whoever gives back the jobs of a worker that was killed deletes its row in the same statement.
grant delete on workers to crossdock_queue;
