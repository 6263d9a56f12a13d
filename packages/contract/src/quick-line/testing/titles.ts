/** Lines with words that stay title, in the format of corpus.test.ts. Today is Wednesday, March 11, 2026. */
export const MARKED = `
bins mon wed fri | bins mon wed fri | 2026-03-11 ?mon wed fri
bins mon and thu | bins mon and thu | 2026-03-11 ?mon and thu
bins sat, sun | bins sat, sun | 2026-03-11 ?sat, sun
bins today and tomorrow | bins today and tomorrow | 2026-03-11 ?today and tomorrow
mon-fri shift | mon-fri shift | 2026-03-11 ?mon-fri
mon/thu shift | mon/thu shift | 2026-03-11 ?mon/thu
bins feb 30 | bins feb 30 | 2026-03-11 ?feb 30
bins 31 feb | bins 31 feb | 2026-03-11 ?31 feb
bins on 31 april | bins on 31 april | 2026-03-11 ?on 31 april
bins feb 29 2027 | bins feb 29 2027 | 2026-03-11 ?feb 29 2027
bins 2026-02-30 | bins 2026-02-30 | 2026-03-11 ?2026-02-30
bins fri 14 march | bins fri 14 march | 2026-03-11 ?fri 14 march
bins may 5-7 | bins may 5-7 | 2026-03-11 ?may 5-7
bins 24-26 dec | bins 24-26 dec | 2026-03-11 ?24-26 dec
bins on the 32nd | bins on the 32nd | 2026-03-11 ?on the 32nd
sweep on the 5th floor | sweep on the 5th floor | 2026-03-11 ?on the 5th
stay until fri | stay until fri | 2026-03-11 ?until fri
bins until jan 5 | bins until jan 5 | 2026-03-11 ?until jan 5
bins every day until yesterday | bins until yesterday | 2026-03-11 daily ?until yesterday
bins every day until 31 feb | bins until 31 feb | 2026-03-11 daily ?until 31 feb
bins every day for 3 weeks | bins for 3 weeks | 2026-03-11 daily ?for 3 weeks
bins every week 3 times | bins 3 times | 2026-03-11 weekly ?3 times
what happened last fri | what happened last fri | 2026-03-11 ?last fri
bins this week | bins this week | 2026-03-11 ?this week
bins last month | bins last month | 2026-03-11 ?last month
bins next quarter | bins next quarter | 2026-03-11 ?next quarter
bins the week after next | bins the week after next | 2026-03-11 ?the week after next
bins 3 days ago | bins 3 days ago | 2026-03-11 ?3 days ago
bins in a few days | bins in a few days | 2026-03-11 ?in a few days
bins end of week | bins end of week | 2026-03-11 ?end of week
bins in december | bins in december | 2026-03-11 ?in december
bins by june 2027 | bins by june 2027 | 2026-03-11 ?by june 2027
bins december 2026 | bins december 2026 | 2026-03-11 ?december 2026
bins mid june | bins mid june | 2026-03-11 ?mid june
bins every last friday | bins every last friday | 2026-03-11 ?every last friday
bins every first monday of the month | bins every first monday of the month | 2026-03-11 ?every first monday of the month
bins first monday of every month | bins first monday of every month | 2026-03-11 ?first monday of every month
first monday back | first monday back | 2026-03-11 ?first monday
bins on the 2nd tue of each month | bins on the 2nd tue of each month | 2026-03-11 ?on the 2nd tue of each month
bins every 2nd tuesday | bins every 2nd tuesday | 2026-03-11 ?every 2nd tuesday
bins every hour | bins every hour | 2026-03-11 ?every hour
bins every 5 minutes | bins every 5 minutes | 2026-03-11 ?every 5 minutes
tree every year until 2030 | tree until 2030 | 2026-03-11 yearly ?until 2030
taxes by 2030 | taxes by 2030 | 2026-03-11 ?by 2030
pay every quarter on the last day | pay on the last day | 2026-03-11 monthly/3 ?on the last day
pay every 0 months on the last day | pay every 0 months on the last day | 2026-03-11 ?every 0 months on the last day
call tomorrow 9.30 | call 9.30 | 2026-03-12 ?9.30
call 17.30 tomorrow | call 17.30 | 2026-03-12 ?17.30
call at 9:5 | call at 9:5 | 2026-03-11 ?at 9:5
call tomorrow 9:5 | call 9:5 | 2026-03-12 ?9:5
call 9h | call 9h | 2026-03-11 ?9h
call tomorrow 9h | call 9h | 2026-03-12 ?9h
call at 14h30 | call at 14h30 | 2026-03-11 ?at 14h30
14h30 call | 14h30 call | 2026-03-11 ?14h30
mondays gym | mondays gym | 2026-03-11 ?mondays
weekends only | weekends only | 2026-03-11 ?weekends
bins in 999999 days | bins in 999999 days | 2026-03-11 ?in 999999 days
bins in 0 days | bins in 0 days | 2026-03-11 ?in 0 days
bins in 100000 years | bins in 100000 years | 2026-03-11 ?in 100000 years
call tom tomorrow | call tom | 2026-03-12 ?tom
call tom fri | call tom | 2026-03-13 ?tom
bins hourly | bins hourly | 2026-03-11 ?hourly
bins every 0 days | bins every 0 days | 2026-03-11 ?every 0 days
bins every other weekday | bins every other weekday | 2026-03-11 ?every other weekday
bins every 0 weeks on mon and thu | bins every 0 weeks on mon and thu | 2026-03-11 ?every 0 weeks on mon and thu
bins every 1001 weeks | bins every 1001 weeks | 2026-03-11 ?every 1001 weeks
bins every 36501 days | bins every 36501 days | 2026-03-11 ?every 36501 days
bins every 2-3 days | bins every 2-3 days | 2026-03-11 ?every 2-3 days
bins every few days | bins every few days | 2026-03-11 ?every few days
bins every couple of weeks | bins every couple of weeks | 2026-03-11 ?every couple of weeks
bins every morning | bins every morning | 2026-03-11 ?every morning
bins every summer | bins every summer | 2026-03-11 ?every summer
bins every january | bins every january | 2026-03-11 ?every january
bins every 31 feb | bins every 31 feb | 2026-03-11 ?every 31 feb
pay every 1st and 15th | pay every 1st and 15th | 2026-03-11 ?every 1st and 15th
pay on the 1st and 15th of every month | pay on the 1st and 15th of every month | 2026-03-11 ?on the 1st and 15th of every month
pay on the 1st, 10th and 20th | pay on the 1st, 10th and 20th | 2026-03-11 ?on the 1st, 10th and 20th
pay the first of the month | pay the first of the month | 2026-03-11 ?the first of the month
pay before friday | pay before friday | 2026-03-11 ?before friday
call after 3 days | call after 3 days | 2026-03-11 ?after 3 days
call in 1 month's time | call in 1 month's time | 2026-03-11 ?in 1 month's time
pills twice daily | pills twice daily | 2026-03-11 ?twice daily
meet at 1900 | meet at 1900 | 2026-03-11 ?at 1900
party fri the 13th | party fri the 13th | 2026-03-11 ?fri the 13th
bins twice a week | bins twice a week | 2026-03-11 ?twice a week
bins 3 times a day | bins 3 times a day | 2026-03-11 ?3 times a day
bins biweekly | bins biweekly | 2026-03-11 ?biweekly
bins every day except sunday | bins every day except sunday | 2026-03-11 ?every day except sunday
bins every week every month | bins every week | 2026-03-11 monthly ?every week
rent every 3rd grader | rent every 3rd grader | 2026-03-11 ?every 3rd
`;

export const TITLES = `
look after sun hats | look after sun hats | 2026-03-11
buy sun cream | buy sun cream | 2026-03-11
buy sun cream fri | buy sun cream | 2026-03-13
tomorrow sun cream | sun cream | 2026-03-12
sat nav update | sat nav update | 2026-03-11
wed and bed | wed and bed | 2026-03-11
lunch with May | lunch with May | 2026-03-11
May with Jan | May with Jan | 2026-03-11
call Jan | call Jan | 2026-03-11
May | May | 2026-03-11
March of the penguins | March of the penguins | 2026-03-11
Mayday drill | Mayday drill | 2026-03-11
go to the market | go to the market | 2026-03-11
summon the satyr | summon the satyr | 2026-03-11
Read every book | Read every book | 2026-03-11
buy everyday shoes | buy everyday shoes | 2026-03-11
write the weekly report | write the weekly report | 2026-03-11
Daily: take the pills | Daily: take the pills | 2026-03-11
monthly budget | monthly budget | 2026-03-11
quarterly taxes | quarterly taxes | 2026-03-11
every | every | 2026-03-11
make every second count | make every second count | 2026-03-11
each one of us | each one of us | 2026-03-11
friday's report | friday's report | 2026-03-11
todays news | todays news | 2026-03-11
last day of school | last day of school | 2026-03-11
1st draft | 1st draft | 2026-03-11
read the 5th chapter | read the 5th chapter | 2026-03-11
12 of them | 12 of them | 2026-03-11
call 555 1234 | call 555 1234 | 2026-03-11
rent a car for 3 weeks | rent a car for 3 weeks | 2026-03-11
say good morning | say good morning | 2026-03-11
film night at Ben's | film night at Ben's | 2026-03-11
next | next | 2026-03-11
in days | in days | 2026-03-11
in 3 | in 3 | 2026-03-11
wait till it rains | wait till it rains | 2026-03-11
mail ana@example.com | mail ana@example.com | 2026-03-11
bins @eve | bins @eve | 2026-03-11 no @eve
bins @eve fri @ana | bins @eve | 2026-03-13 @Ana no @eve
bins fri @ana, @ben | bins | 2026-03-13 @Ana @Ben
won 3:2 against Ben | won 3:2 against Ben | 2026-03-11
bring cake on the last day of school | bring cake on the last day of school | 2026-03-11
room 101 | room 101 | 2026-03-11
10 apples | 10 apples | 2026-03-11
fri every week |  | 2026-03-13 weekly
`;
