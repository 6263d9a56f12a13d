/**
 * Lines with one date, in the format of corpus.test.ts: line | title | meaning. Today is Wednesday, March 11, 2026.
 */
export const DAYS = `
bins today | bins | 2026-03-11
bins tod | bins | 2026-03-11
Today bins | bins | 2026-03-11
bins tonight | bins | 2026-03-11
bins this evening | bins | 2026-03-11
bins tomorrow | bins | 2026-03-12
bins tom | bins | 2026-03-12
tom bins | bins | 2026-03-12
bins tmr | bins | 2026-03-12
bins tmrw | bins | 2026-03-12
bins TOMORROW | bins | 2026-03-12
call Tom about the car | call Tom about the car | 2026-03-11 ?tom
bins yesterday | bins | 2026-03-10
yesterday bins | bins | 2026-03-10
bins day after tomorrow | bins | 2026-03-13
the day after tomorrow bins | bins | 2026-03-13
bins the day before yesterday | bins | 2026-03-09
bins mon | bins | 2026-03-16
bins monday | bins | 2026-03-16
bins tue | bins | 2026-03-17
bins tues | bins | 2026-03-17
bins tuesday | bins | 2026-03-17
bins wed | bins | 2026-03-11
bins wednesday | bins | 2026-03-11
bins thu | bins | 2026-03-12
bins thur | bins | 2026-03-12
bins thurs | bins | 2026-03-12
bins thursday | bins | 2026-03-12
bins fri | bins | 2026-03-13
fri bins | bins | 2026-03-13
bins sat | bins | 2026-03-14
bins sun | bins | 2026-03-15
on sun roast | roast | 2026-03-15
bins on fri | bins | 2026-03-13
bins by friday | bins | 2026-03-13
bins at friday | bins | 2026-03-13
bins due fri | bins | 2026-03-13
bins due by fri | bins | 2026-03-13
bins this fri | bins | 2026-03-13
bins this coming fri | bins | 2026-03-13
bins coming mon | bins | 2026-03-16
bins next monday | bins | 2026-03-16
bins next fri | bins | 2026-03-20
bins next wed | bins | 2026-03-18
bins next sun | bins | 2026-03-22
bins fri next week | bins | 2026-03-20
bins next week on fri | bins | 2026-03-20
bins next week | bins | 2026-03-16
bins next month | bins | 2026-04-01
bins next year | bins | 2027-01-01
bins this weekend | bins | 2026-03-14
bins at the weekend | bins | 2026-03-14
bins next weekend | bins | 2026-03-21
bins in 3 days | bins | 2026-03-14
bins in a day | bins | 2026-03-12
bins in one week | bins | 2026-03-18
bins in 3 weeks | bins | 2026-04-01
bins in 3 months | bins | 2026-06-11
bins in 2 years | bins | 2028-03-11
bins 3 days from now | bins | 2026-03-14
a week from today bins | bins | 2026-03-18
bins end of month | bins | 2026-03-31
bins end of the month | bins | 2026-03-31
bins by the end of the month | bins | 2026-03-31
bins on the last day of the month | bins | 2026-03-31
bins last day of month | bins | 2026-03-31
bins 1st of the month | bins | 2026-04-01
bins eom | bins | 2026-03-31
bins end of next month | bins | 2026-04-30
bins end of year | bins | 2026-12-31
bins dec 24 | bins | 2026-12-24
dec 24 bins | bins | 2026-12-24
bins 24 dec | bins | 2026-12-24
bins 24 December | bins | 2026-12-24
bins December 24th | bins | 2026-12-24
bins 24th of dec | bins | 2026-12-24
bins the 24th of december | bins | 2026-12-24
bins on dec 24 | bins | 2026-12-24
bins on december the 24th | bins | 2026-12-24
bins 24. dec | bins | 2026-12-24
bins mar 11 | bins | 2026-03-11
bins mar 10 | bins | 2027-03-10
bins 1 jan | bins | 2027-01-01
bins jan 5 | bins | 2027-01-05
bins may 5 | bins | 2026-05-05
bins 5 may with Ana | bins with Ana | 2026-05-05
bins sept 4 | bins | 2026-09-04
bins feb 29 | bins | 2028-02-29
bins dec 24 2028 | bins | 2028-12-24
bins dec 24, 2025 | bins | 2025-12-24
bins 2026-12-24 | bins | 2026-12-24
bins 2026/12/24 | bins | 2026-12-24
bins 2025-12-24 | bins | 2025-12-24
bins fri 13 march | bins | 2026-03-13
bins Friday, March 13 | bins | 2026-03-13
bins on thu dec 24 | bins | 2026-12-24
bins on the 1st | bins | 2026-04-01
bins on the 21st | bins | 2026-03-21
bins by the 11th | bins | 2026-03-11
bins on the 31st | bins | 2026-03-31
bins on the 1st of the month | bins | 2026-04-01
bins the 15th | bins | 2026-03-15
bins fri @ana | bins | 2026-03-13 @Ana
bins @ana @ben fri | bins | 2026-03-13 @Ana @Ben
@me bins tomorrow @ben | bins | 2026-03-12 @Ana @Ben
call today about the trip tomorrow | call today about the trip | 2026-03-12 ?today
bins fri and again fri | bins fri and again | 2026-03-13
`;

/** Lines whose numbers are read by the locale: en-US first, then en-GB and de. */
export const SLASHES = `
bins 12/24 | bins | 2026-12-24 | bins 12/24 | 2026-03-11 ?12/24
12/24 bins | bins | 2026-12-24 | 12/24 bins | 2026-03-11 ?12/24
bins 24/12 | bins 24/12 | 2026-03-11 ?24/12 | bins | 2026-12-24
on 24/12 bins | on 24/12 bins | 2026-03-11 ?on 24/12 | bins | 2026-12-24
bins 3/12 | bins | 2026-03-12 | bins | 2026-12-03
call at 3/12 | call | 2026-03-12 | call | 2026-12-03
bins 3/10 | bins | 2027-03-10 | bins | 2026-10-03
bins 12/24/2026 | bins | 2026-12-24 | bins 12/24/2026 | 2026-03-11 ?12/24/2026
bins 24/12/26 | bins 24/12/26 | 2026-03-11 ?24/12/26 | bins | 2026-12-24
bins 1/5/25 | bins | 2025-01-05 | bins | 2025-05-01
bins 24-12-2026 | bins 24-12-2026 | 2026-03-11 ?24-12-2026 | bins | 2026-12-24
bins 13/13 | bins 13/13 | 2026-03-11 ?13/13 | bins 13/13 | 2026-03-11 ?13/13
bins 2/30 | bins 2/30 | 2026-03-11 ?2/30 | bins 2/30 | 2026-03-11 ?2/30
bins 31/2 | bins 31/2 | 2026-03-11 ?31/2 | bins 31/2 | 2026-03-11 ?31/2
bins 0/5 | bins 0/5 | 2026-03-11 ?0/5 | bins 0/5 | 2026-03-11 ?0/5
bins 2/29 | bins | 2028-02-29 | bins 2/29 | 2026-03-11 ?2/29
bins 24.12. | bins | 2026-12-24 | bins | 2026-12-24
24.12. bins | bins | 2026-12-24 | bins | 2026-12-24
bins am 5.4. | bins am | 2026-04-05 | bins am | 2026-04-05
bins 24.12.2026 | bins | 2026-12-24 | bins | 2026-12-24
bins 24.12.26 | bins | 2026-12-24 | bins | 2026-12-24
bins 12.24. | bins 12.24. | 2026-03-11 ?12.24. | bins 12.24. | 2026-03-11 ?12.24.
bins 31.2. | bins 31.2. | 2026-03-11 ?31.2. | bins 31.2. | 2026-03-11 ?31.2.
bins 24.12 | bins 24.12 | 2026-03-11 | bins 24.12 | 2026-03-11 ?24.12
pay 12.50 | pay 12.50 | 2026-03-11 | pay 12.50 | 2026-03-11
buy 1.5 kg of flour | buy 1.5 kg of flour | 2026-03-11 | buy 1.5 kg of flour | 2026-03-11
buy 1/2 lemon | buy 1/2 lemon | 2026-03-11 ?1/2 | buy 1/2 lemon | 2026-03-11 ?1/2
pay on 1/2 | pay | 2027-01-02 | pay | 2027-02-01
support 24/7 | support 24/7 | 2026-03-11 | support 24/7 | 2026-03-11
24/7 shop | 24/7 shop | 2026-03-11 | 24/7 shop | 2026-03-11
bins every 12/24 | bins | 2026-12-24 yearly | bins every 12/24 | 2026-03-11 ?every 12/24
bins every year on 24/12 | bins on 24/12 | 2026-03-11 yearly ?on 24/12 | bins | 2026-12-24 yearly
bins daily until 4/5 | bins | 2026-03-11 daily until 2026-04-05 | bins | 2026-03-11 daily until 2026-05-04
bins 12/24 5pm | bins | 2026-12-24 17:00 | bins 12/24 | 2026-03-11 17:00 ?12/24
camp 4/5-4/7 | camp 4/5-4/7 | 2026-03-11 ?4/5-4/7 | camp 4/5-4/7 | 2026-03-11 ?4/5-4/7
version 1.2.3 | version 1.2.3 | 2026-03-11 | version 1.2.3 | 2026-03-11
`;
