-- What was subscribed to long ago is subscribed to again: some vendors switch a subscription off after failed deliveries.
grant select (hints_told_at) on connections to crossdock_scheduler;
