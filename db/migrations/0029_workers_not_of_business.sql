-- Which workers live, and over which jobs some died, is for the scheduler and the queue. A new table is open to business code by itself, and
-- none of that code, in whichever build, has read or written these: with them it could have the jobs of all accounts given back, or held.
revoke all on workers, cut_off_jobs from crossdock_app;
