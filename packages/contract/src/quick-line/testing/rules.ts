/** Lines with a time or a recurrence, in the format of corpus.test.ts. Today is Wednesday, March 11, 2026. */
export const TIMES = `
bins 5pm | bins | 2026-03-11 17:00
bins 5 pm | bins | 2026-03-11 17:00
bins 5PM | bins | 2026-03-11 17:00
bins 5 p.m. | bins | 2026-03-11 17:00
bins 5:30pm | bins | 2026-03-11 17:30
bins 5.30 pm | bins | 2026-03-11 17:30
bins 12am | bins | 2026-03-11 00:00
bins 12pm | bins | 2026-03-11 12:00
bins 17:00 | bins | 2026-03-11 17:00
bins 9:05 | bins | 2026-03-11 09:05
bins 00:00 | bins | 2026-03-11 00:00
bins @5pm | bins | 2026-03-11 17:00
bins @ 5pm | bins | 2026-03-11 17:00
bins at 5pm | bins | 2026-03-11 17:00
bins by 17:00 | bins | 2026-03-11 17:00
bins noon | bins | 2026-03-11 12:00
bins at noon | bins | 2026-03-11 12:00
5pm bins | bins | 2026-03-11 17:00
at 17:00 call the school | call the school | 2026-03-11 17:00
bins fri 5pm | bins | 2026-03-13 17:00
bins 5pm fri | bins | 2026-03-13 17:00
bins fri at 5pm | bins | 2026-03-13 17:00
bins at 5pm on fri | bins | 2026-03-13 17:00
fri 5pm bins | bins | 2026-03-13 17:00
sat 5pm football | football | 2026-03-14 17:00
tomorrow, 8am, bins | bins | 2026-03-12 08:00
bins tomorrow noon | bins | 2026-03-12 12:00
bins dec 24 at 5pm @ben | bins | 2026-12-24 17:00 @Ben
bins 5pm @ana | bins | 2026-03-11 17:00 @Ana
bins 2026-12-24 17:00 | bins | 2026-12-24 17:00
march 5:30 | march | 2026-03-11 05:30
tonight 8pm film | film | 2026-03-11 20:00
bins every day 7am | bins | 2026-03-11 07:00 daily
bins 7:00 every mon and thu | bins | 2026-03-12 07:00 weekdays:14
pills 8am every! 3 days | pills | 2026-03-11 08:00 interval/3 done
catch the 5pm train home | catch the 5pm train home | 2026-03-11
call mom at 5pm about lunch | call mom at 5pm about lunch | 2026-03-11
buy the 12:00 paper for Ana | buy the 12:00 paper for Ana | 2026-03-11
the noon news is loud | the noon news is loud | 2026-03-11
bins 25:00 | bins 25:00 | 2026-03-11 ?25:00
bins 17:60 | bins 17:60 | 2026-03-11 ?17:60
bins 13pm | bins 13pm | 2026-03-11 ?13pm
bins 0am | bins 0am | 2026-03-11 ?0am
bins at 5 | bins at 5 | 2026-03-11 ?at 5
bins fri at 5 | bins at 5 | 2026-03-13 ?at 5
bins 5 o'clock | bins 5 o'clock | 2026-03-11 ?5 o'clock
bins at half past five | bins at half past five | 2026-03-11 ?at half past five
bins midnight | bins midnight | 2026-03-11 ?midnight
bins 5-7pm | bins 5-7pm | 2026-03-11 ?5-7pm
bins fri 17:00-18:00 | bins 17:00-18:00 | 2026-03-13 ?17:00-18:00
bins from 5pm to 6pm | bins from 5pm to 6pm | 2026-03-11 ?from 5pm to 6pm
bins 5pm CET | bins 5pm CET | 2026-03-11 ?5pm cet
bins 17:00 utc | bins 17:00 utc | 2026-03-11 ?17:00 utc
bins until 5pm | bins until 5pm | 2026-03-11 ?until 5pm
bins after 17:00 | bins after 17:00 | 2026-03-11 ?after 17:00
bins in 2 hours | bins in 2 hours | 2026-03-11 ?in 2 hours
bins in 30 minutes | bins in 30 minutes | 2026-03-11 ?in 30 minutes
bins tomorrow morning | bins morning | 2026-03-12 ?morning
bins 2026-03-12T10:00 | bins 2026-03-12T10:00 | 2026-03-11 ?2026-03-12t10:00
bins 5pm 6pm | bins 5pm | 2026-03-11 18:00 ?5pm
`;

export const RULES = `
bins every day | bins | 2026-03-11 daily
bins daily | bins | 2026-03-11 daily
bins each day | bins | 2026-03-11 daily
every day bins | bins | 2026-03-11 daily
bins every single day | bins | 2026-03-11 daily
bins every 1 day | bins | 2026-03-11 daily
bins every 3 days | bins | 2026-03-11 interval/3
bins every three days | bins | 2026-03-11 interval/3
bins every third day | bins | 2026-03-11 interval/3
bins every 2nd day | bins | 2026-03-11 interval/2
bins every other day | bins | 2026-03-11 interval/2
bins every 36500 days | bins | 2026-03-11 interval/36500
bins every week | bins | 2026-03-11 weekly
bins weekly | bins | 2026-03-11 weekly
bins once a week | bins | 2026-03-11 weekly
bins every 2 weeks | bins | 2026-03-11 weekly/2
bins every other week | bins | 2026-03-11 weekly/2
bins every second week | bins | 2026-03-11 weekly/2
bins fortnightly | bins | 2026-03-11 weekly/2
bins every fortnight | bins | 2026-03-11 weekly/2
bins every month | bins | 2026-03-11 monthly
bins monthly | bins | 2026-03-11 monthly
bins every 3 months | bins | 2026-03-11 monthly/3
bins quarterly | bins | 2026-03-11 monthly/3
bins every quarter | bins | 2026-03-11 monthly/3
bins every year | bins | 2026-03-11 yearly
bins yearly | bins | 2026-03-11 yearly
bins annually | bins | 2026-03-11 yearly
bins every 2 years | bins | 2026-03-11 yearly/2
bins every fri | bins | 2026-03-13 weekly
every fri bins | bins | 2026-03-13 weekly
bins each monday | bins | 2026-03-16 weekly
bins every wed | bins | 2026-03-11 weekly
bins on fridays | bins | 2026-03-13 weekly
bins mondays | bins | 2026-03-16 weekly
bins every alternate fri | bins | 2026-03-13 weekly/2
bins weekly on mondays | bins | 2026-03-16 weekly
bins every other fri | bins | 2026-03-13 weekly/2
bins fri every week | bins | 2026-03-13 weekly
bins every week on fri | bins | 2026-03-13 weekly
bins weekly on fri | bins | 2026-03-13 weekly
bins next week every fri | bins | 2026-03-20 weekly
bins every fri starting 14 march | bins | 2026-03-20 weekly
bins every weekday | bins | 2026-03-11 weekdays:12345
bins every workday | bins | 2026-03-11 weekdays:12345
bins on weekdays | bins | 2026-03-11 weekdays:12345
bins sat every weekday | bins | 2026-03-16 weekdays:12345
bins every weekend | bins | 2026-03-14 weekdays:67
bins weekends | bins | 2026-03-14 weekdays:67
bins every mon and thu | bins | 2026-03-12 weekdays:14
bins every mon, wed, fri | bins | 2026-03-11 weekdays:135
bins every mon wed fri | bins | 2026-03-11 weekdays:135
bins every mon, wed & fri | bins | 2026-03-11 weekdays:135
bins every Monday and Tuesday | bins | 2026-03-16 weekdays:12
bins every sat and sun | bins | 2026-03-14 weekdays:67
bins every mon/thu | bins | 2026-03-12 weekdays:14
bins every mon-fri | bins | 2026-03-11 weekdays:12345
bins every mon to thu | bins | 2026-03-11 weekdays:1234
bins mondays and thursdays | bins | 2026-03-12 weekdays:14
bins every 2 weeks on mon and thu | bins | 2026-03-12 weekdays/2:14
bins weekly on tue and sat | bins | 2026-03-14 weekdays:26
rent on the 1st every month | rent | 2026-04-01 monthly
rent every month on the 1st | rent | 2026-04-01 monthly
rent on the 1st of every month | rent | 2026-04-01 monthly
rent the 15th of each month | rent | 2026-03-15 monthly
rent 1st every month | rent | 2026-04-01 monthly
rent monthly on the 15th | rent | 2026-03-15 monthly
rent every 15th | rent | 2026-03-15 monthly
rent every 15th of the month | rent | 2026-03-15 monthly
rent on the 1st every 3 months | rent | 2026-04-01 monthly/3
rent 31 jan every month | rent | 2027-01-31 monthly
rent every last day of the month | rent | 2026-03-31 monthly end
rent on the last day of every month | rent | 2026-03-31 monthly end
rent every month on the last day | rent | 2026-03-31 monthly end
rent every 2 months on the last day pay | rent pay | 2026-03-31 monthly/2 end
rent every other month on the last day | rent | 2026-03-31 monthly/2 end
rent monthly on the last day | rent | 2026-03-31 monthly end
rent every end of month | rent | 2026-03-31 monthly end
rent end of month monthly | rent | 2026-03-31 monthly end
rent end of month every! month | rent | 2026-03-31 monthly done
rent every! last day of the month | rent every! last day of the month | 2026-03-11 ?every! last day of the month
rent 2026-11-30 every last day of the month | rent | 2026-11-30 monthly end
tree every year on dec 24 | tree | 2026-12-24 yearly
tree dec 24 every year | tree | 2026-12-24 yearly
tree every dec 24 | tree | 2026-12-24 yearly
tree every 24th of december | tree | 2026-12-24 yearly
tree yearly on 24 dec | tree | 2026-12-24 yearly
tree every 24.12. | tree | 2026-12-24 yearly
bins every! 3 days | bins | 2026-03-11 interval/3 done
bins every! day | bins | 2026-03-11 daily done
bins every! 2 weeks | bins | 2026-03-11 weekly/2 done
bins every! month | bins | 2026-03-11 monthly done
every! 3 days bins | bins | 2026-03-11 interval/3 done
bins every 3 days after completion | bins | 2026-03-11 interval/3 done
bins every 2 months from completion | bins | 2026-03-11 monthly/2 done
bins every day! | bins! | 2026-03-11 daily
bins every day until jan 5 | bins | 2026-03-11 daily until 2027-01-05
bins until jan 5 every day | bins | 2026-03-11 daily until 2027-01-05
bins every week till fri | bins | 2026-03-11 weekly until 2026-03-13
bins every week from 1 nov until 1 oct | bins | 2026-11-01 weekly until 2027-10-01
bins every mon and thu until end of month | bins | 2026-03-12 weekdays:14 until 2026-03-31
bins every day until the 20th | bins | 2026-03-11 daily until 2026-03-20
bins every day ending fri | bins | 2026-03-11 daily until 2026-03-13
bins every fri 5pm until jun 1 @ben | bins | 2026-03-13 17:00 weekly until 2026-06-01 @Ben
`;
