// SPDX-License-Identifier: MIT
// Committed tokens of each round, by how they came about, with the mean so far. Of a long run a bar is the mean of several rounds.
const Chart = { left: 26, bottom: 18, top: 8 };

const barsOf = (sequence, most) => {
  const per = Math.max(1, Math.ceil(sequence.rounds.length / most)), bars = [];
  for (let r = 0; r < sequence.rounds.length; r += per) {
    const rounds = sequence.rounds.slice(r, r + per), bar = { first: r, rounds: rounds.length, parts: [0, 0, 0, 0, 0] };
    for (const round of rounds) for (const one of round.committed) bar.parts[one.source] += 1 / rounds.length;
    bars.push(bar);
  }
  return { bars, per };
};

const showChart = (sequence, r) => {
  const canvas = byId('chart'), scale = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (!width) return;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const paint = canvas.getContext('2d'), style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue('--' + name).trim();
  paint.scale(scale, scale);
  const room = width - Chart.left - 4, tall = height - Chart.top - Chart.bottom;
  const { bars, per } = barsOf(sequence, Math.max(1, Math.floor(room / 4)));
  const sum = (bar) => bar.parts.reduce((all, part) => all + part, 0);
  const highest = Math.max(1, ...bars.map(sum), ...sequence.rounds.slice(0, 1).map((round) => (sequence.isTree ? 1 : round.k + 1)));
  const y = (value) => Chart.top + tall * (1 - value / highest), step = Math.min(room / Math.max(1, bars.length), 26);
  paint.font = '11px system-ui, sans-serif';
  paint.textBaseline = 'middle';
  for (let line = 0; line <= highest; line += Math.max(1, Math.round(highest / 3))) {
    paint.fillStyle = colour('line');
    paint.fillRect(Chart.left, Math.round(y(line)), room, 1);
    paint.fillStyle = colour('muted');
    paint.fillText(String(line), 4, y(line));
  }
  bars.forEach((bar, i) => {
    let base = 0;
    const x = Chart.left + i * step, isNow = r >= bar.first && r < bar.first + bar.rounds;
    paint.globalAlpha = bar.first > r ? 0.3 : 1;
    for (const [source, name] of [[2, 'accepted'], [1, 'p'], [3, 'residual'], [4, 'bonus']]) {
      if (!bar.parts[source]) continue;
      paint.fillStyle = colour(name);
      paint.fillRect(x + 0.5, y(base + bar.parts[source]), Math.max(1, step - 1.5), y(base) - y(base + bar.parts[source]));
      base += bar.parts[source];
    }
    paint.globalAlpha = 1;
    if (isNow) {
      paint.strokeStyle = colour('text');
      paint.lineWidth = 1.5;
      paint.strokeRect(x, y(Math.max(base, 0.3)) - 1.5, Math.max(2, step - 0.5), y(0) - y(Math.max(base, 0.3)) + 2.5);
    }
  });
  paint.strokeStyle = colour('text');
  paint.lineWidth = 1.6;
  paint.beginPath();
  bars.forEach((bar, i) => {
    const till = sequence.sums[Math.min(bar.first + bar.rounds, sequence.rounds.length)];
    if (till.rounds) paint.lineTo(Chart.left + (i + 0.5) * step, y(till.committed / till.rounds));
  });
  paint.stroke();
  paint.fillStyle = colour('muted');
  paint.fillText(said(word('round'), 1), Chart.left, height - 7);
  const last = said(word('round'), sequence.rounds.length);
  if (bars.length * step > 150) paint.fillText(last, Chart.left + bars.length * step - paint.measureText(last).width, height - 7);
  byId('chart-note').textContent = word('mean') + (per > 1 ? ' · ' + per + ' : 1' : '');
  canvas.setAttribute('aria-label', word('tokensPerStep') + ': ' + sequence.rounds.slice(0, 60).map((round) => round.committed.length).join(', '));
  canvas.onclick = (event) => {
    const bar = bars[Math.floor((event.offsetX - Chart.left) / step)];
    if (bar) canvas.dispatchEvent(new CustomEvent('round', { detail: bar.first }));
  };
};
