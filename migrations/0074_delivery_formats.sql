-- What deliveries of a subscription look like (docs/decisions/0056). Code that does not know the column writes and sends the first.
alter table webhook_subscription add column delivery_format text not null default 'platform.v1'
  constraint webhook_subscription_format check (delivery_format in ('platform.v1', 'cloudevents.v1'));
