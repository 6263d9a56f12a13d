/** Script payloads in texts. Each calls `ranHere` if it runs. */
export function scriptPayloads(count: number): string[] {
  const all = FRAMES.flatMap(frame => CALLS.map(call => frame.replace('CALL', call)));
  // Uses every template once before it repeats one.
  const byCall = CALLS.flatMap((_, call) => FRAMES.map((_frame, frame) => all[frame * CALLS.length + call]));
  return byCall.filter(one => one !== undefined).slice(0, count);
}

/** Short enough for a name of 100 characters. */
const CALLS = ["ranHere('a')", "window['ranHere'](1)", 'ranHere`b`', 'top.ranHere(2)', 'self.ranHere(3)'];

const FRAMES = [
  '<script>CALL</script>',
  '<img src=x onerror="CALL">',
  '<svg onload="CALL"></svg>',
  '<svg><script>CALL</script></svg>',
  '"><script>CALL</script>',
  `'"><img src=x onerror=CALL>`,
  '</title><script>CALL</script>',
  '</textarea><img src=x onerror="CALL">',
  '</script><script>CALL</script>',
  '<a href="javascript:CALL" autofocus onfocus="CALL">x</a>',
  'javascript:CALL',
  '[x](javascript:CALL)',
  '<iframe src="javascript:CALL"></iframe>',
  '<iframe srcdoc="<script>CALL</script>"></iframe>',
  '<object data="javascript:CALL"></object>',
  '<embed src="javascript:CALL">',
  '<input autofocus onfocus="CALL">',
  '<details open ontoggle="CALL">x</details>',
  '<video><source onerror="CALL"></video>',
  '<body onload="CALL">',
  '<style onload="CALL"></style>',
  '<math><mi xlink:href="javascript:CALL">x</mi></math>',
  '<form action="javascript:CALL"><button autofocus>x</button></form>',
  '<base href="javascript:CALL//">',
  '<meta http-equiv="refresh" content="0;url=javascript:CALL">',
  '{{constructor.constructor("CALL")()}}',
  '#{CALL}',
  '<template shadowrootmode=open><img src=x onerror=CALL></template>',
  '<ScRiPt>CALL</sCrIpT>',
  '<marquee onstart="CALL">x</marquee>',
];
