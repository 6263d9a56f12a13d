import type { RecurrenceType } from '@onus/contract/dates/recurrence';

/** The people of the household that `onus demo` makes; the first manages the others. */
export const PEOPLE = ['Alex', 'Robin', 'Kim', 'Sam'] as const;
export type Name = (typeof PEOPLE)[number];

/** Days from today: the household is a little older than the six months of the chart. */
export const FOUNDED = -185;

/** Days count from today: -1 is yesterday. */
export interface DemoTask {
  by: Name;
  for?: readonly Name[];
  title: string;
  text?: string;
  due: number;
  /** The day it was done; with a repeating task, its open occurrence is always left to do. */
  done?: number;
  repeats?: Exclude<RecurrenceType, 'none'>;
  /** Days between two occurrences. */
  interval?: number;
  /** Days an occurrence is done late: more than the time since its date, and it is overdue now. */
  late?: number;
}

export interface DemoItem {
  by: Name;
  name: string;
  count: number;
  /** Dollars. */
  price: number;
  section: string;
  purchased?: true;
}

export interface DemoThread {
  between: readonly [Name, Name];
  /** Who writes, how many hours ago, what. The last is not read yet. */
  messages: readonly (readonly [Name, number, string])[];
}

export const TASKS: readonly DemoTask[] = [
  { by: 'Alex', for: ['Sam'], title: 'Put the bins out', due: -31, repeats: 'weekly', late: 0 },
  {
    by: 'Alex',
    title: 'Pay the rent',
    text: 'By standing order, check that it went.',
    due: -90,
    repeats: 'monthly',
  },
  { by: 'Robin', title: 'Water the plants', due: -22, repeats: 'interval', interval: 10, late: 3 },
  {
    by: 'Alex',
    for: ['Kim'],
    title: 'Feed the cat',
    text: 'Half a tin, fresh water.',
    due: -3,
    repeats: 'daily',
  },
  { by: 'Alex', for: ['Robin'], title: 'Change the bed linen', due: -19, repeats: 'interval', interval: 14 },

  { by: 'Alex', for: ['Robin'], title: 'Renew the home insurance', due: -171, done: -173 },
  {
    by: 'Alex',
    for: ['Kim', 'Sam'],
    title: 'Clear out the cellar',
    text: 'Keep the bikes.',
    due: -160,
    done: -158,
  },
  { by: 'Kim', title: 'Return the library books', due: -147, done: -147 },
  { by: 'Alex', title: 'Have the boiler serviced', due: -131, done: -131 },
  { by: 'Robin', title: 'Book the dentist', due: -118, done: -120 },
  { by: 'Alex', for: ['Sam'], title: 'Mow the lawn', due: -104, done: -102 },
  { by: 'Sam', title: 'Repair the bicycle tyre', due: -90, done: -88 },
  { by: 'Alex', title: 'File the tax return', text: 'Receipts are in the blue folder.', due: -76, done: -79 },
  { by: 'Alex', for: ['Kim'], title: 'Paint the garden fence', due: -61, done: -55 },
  { by: 'Robin', title: 'Order new glasses', due: -47, done: -47 },
  { by: 'Alex', for: ['Robin', 'Sam'], title: 'Descale the kettle', due: -29, done: -29 },
  { by: 'Kim', title: 'Write to the landlord', due: -16, done: -15 },
  { by: 'Alex', title: 'Vacuum the car', due: -8, done: -6 },

  { by: 'Alex', for: ['Sam'], title: 'Fix the dripping tap', text: 'Washers are under the sink.', due: -20 },
  { by: 'Alex', for: ['Kim'], title: 'Take the bottles back', due: -5 },
  { by: 'Robin', title: 'Call the electrician', due: -2 },

  { by: 'Alex', for: ['Robin'], title: 'Collect the parcel', text: 'The post office closes at six.', due: 0 },
  { by: 'Alex', title: 'Plan the meals of the week', due: 0 },
  { by: 'Sam', title: 'Tidy the desk', due: 0, done: 0 },

  { by: 'Alex', for: ['Kim', 'Sam'], title: 'Rake the leaves', due: 2 },
  { by: 'Robin', title: 'Wrap the birthday present', due: 4 },
  { by: 'Alex', title: 'Parents’ evening', text: 'Room 12, half past seven.', due: 9 },
  { by: 'Kim', title: 'Hand in the history essay', due: 13 },
  { by: 'Alex', for: ['Robin'], title: 'Have the car inspected', due: 19 },
  { by: 'Alex', for: ['Sam'], title: 'Sweep the chimney flue', due: 27 },
];

export const ITEMS: readonly DemoItem[] = [
  { by: 'Alex', name: 'Milk', count: 2, price: 1.39, section: 'Dairy' },
  { by: 'Robin', name: 'Bread', count: 1, price: 3.2, section: 'Bakery' },
  { by: 'Kim', name: 'Apples', count: 6, price: 0.55, section: 'Fruit and vegetables' },
  { by: 'Alex', name: 'Coffee', count: 1, price: 8.95, section: 'Pantry' },
  { by: 'Sam', name: 'Cat food', count: 12, price: 0.89, section: 'Household' },
  { by: 'Robin', name: 'Washing powder', count: 1, price: 6.49, section: 'Household' },
  { by: 'Alex', name: 'Eggs', count: 10, price: 0.32, section: 'Dairy', purchased: true },
  { by: 'Kim', name: 'Rice', count: 2, price: 2.1, section: 'Pantry', purchased: true },
  { by: 'Sam', name: 'Tomatoes', count: 5, price: 0.48, section: 'Fruit and vegetables', purchased: true },
];

export const THREADS: readonly DemoThread[] = [
  {
    between: ['Alex', 'Sam'],
    messages: [
      ['Alex', 51, 'The tap in the kitchen still drips. Have you found the washers?'],
      ['Sam', 50, 'Under the sink, but they are too small. I will get others on the way home.'],
      ['Alex', 49.5, 'Thank you! Take the old one along.'],
      ['Sam', 26, 'They were closed. Tomorrow then.'],
    ],
  },
  {
    between: ['Robin', 'Alex'],
    messages: [
      ['Robin', 23, 'Who collects the parcel?'],
      ['Alex', 22.5, "Could you? I won't be back before six."],
      ['Robin', 22, "OK, I'll add it to my list."],
      ['Alex', 3, 'And please bring bread.'],
      ['Robin', 2, 'Will do. Do we need milk as well?'],
    ],
  },
];
