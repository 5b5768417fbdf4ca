// SPDX-License-Identifier: MIT
// The stage of a tree: depth goes to the right, leaves lie below each other, and edges are as wide as q.
const Tree = { column: 148, row: 54, width: 104, height: 44, top: 26 };

// By node: its row, which is the middle of its children's; and how many rows there are.
const rowsOf = (nodes, isLeftOut) => {
  const children = new Map();
  nodes.forEach((node, n) => { if (!isLeftOut(n)) children.set(node.parent, [...(children.get(node.parent) || []), n]); });
  const rows = [];
  let next = 0;
  const place = (n) => {
    const own = children.get(n) || [];
    own.forEach(place);
    rows[n] = own.length ? (rows[own[0]] + rows[own[own.length - 1]]) / 2 : next++;
  };
  (children.get(-1) || []).forEach(place);
  return { rows, count: Math.max(1, next), root: (children.get(-1) || []).length ? (rows[children.get(-1)[0]] + rows[children.get(-1).at(-1)]) / 2 : 0 };
};

const svg = (tag, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const showTree = (state, selected, select) => {
  const tree = make('div', 'tree'), edges = svg('svg', { width: '100%', height: '100%' });
  // Laid out for the whole round, so that nothing moves while it is drafted; what was pruned makes room once the target has seen the others.
  const isPruned = (n) => state.isVerified && !!(state.whole.nodes[n].flags & Flag.pruned);
  const { rows, count, root } = rowsOf(state.whole.nodes, isPruned);
  const at = (n) => n < 0 ? { x: 0, y: Tree.top + root * Tree.row } : { x: state.whole.nodes[n].depth * Tree.column, y: Tree.top + rows[n] * Tree.row };
  let depth = 0;
  const edge = (from, to, name, width) => {
    const a = at(from), x = a.x + Tree.width, y = a.y + Tree.height / 2, end = to.y + Tree.height / 2;
    edges.append(svg('path', { d: `M${x} ${y}C${x + 24} ${y} ${to.x - 24} ${end} ${to.x} ${end}`, class: name, 'stroke-width': width }));
  };
  const box = (place, name, token, measure) => {
    const node = make('div', 'node ' + name);
    node.style.left = place.x + 'px';
    node.style.top = place.y + 'px';
    node.append(make('span', 'token', tokenText(state.sequence, token)), make('span', 'measure', measure));
    node.tabIndex = 0;
    tree.append(node);
    return node;
  };
  tree.append(edges);
  const rootBox = box(at(-1), selected === 0 ? 'now' : '', state.whole.root, '');
  rootBox.onclick = () => select(0);
  state.nodes.forEach((node, n) => {
    if (isPruned(n)) return;
    depth = Math.max(depth, node.depth);
    const verdict = node.verdict ? verdicts[node.verdict] : state.isOut(n) ? 'out' : '';
    edge(node.parent, at(n), verdict, 1 + 5 * Math.min(1, node.q));
    const mark = node.verdict ? marks[verdicts[node.verdict]] + ' ' : '';
    const isNow = state.now && state.now.kind === Kind.judge && state.now.node === n;
    const element = nodeData(box(at(n), verdict + (isNow ? ' now' : ''), node.token, mark + 'q ' + number(node.q) + (node.p !== null ? ' p ' + number(node.p) : '')), n, node);
    element.title = nodeTip(state, n);
    element.onclick = () => select(node.parent + 1 === selected ? n + 1 : node.parent + 1);
  });
  if (state.draw) {
    const from = state.draw.context - 1, source = sources[state.draw.source], place = at(from);
    const end = { x: place.x + Tree.column, y: place.y };
    while (state.nodes.some((node, n) => !isPruned(n) && at(n).x === end.x && Math.abs(at(n).y - end.y) < Tree.row - 2)) end.y += 2;
    edge(from, end, source, 3);
    const drawn = exact(box(end, source + ' drawn-one' + (state.now.kind !== Kind.commit ? ' now' : ''), state.draw.token, marks[source] + ' ' + word(source)), { token: state.draw.token, u: state.draw.u, source });
    drawn.onclick = () => select(state.draw.context);
    depth = Math.max(depth, end.x / Tree.column);
    tree.style.minHeight = end.y + Tree.height + 4 + 'px';
  }
  const deepest = Math.max(depth, ...state.whole.nodes.map((node, n) => isPruned(n) ? 0 : node.depth), 0);
  for (let d = 1; d <= deepest; ++d) {
    const label = make('span', 'level measure', said(word('level'), d));
    label.style.left = d * Tree.column + 'px';
    tree.append(label);
  }
  tree.style.width = (deepest + 1) * Tree.column + 'px';
  tree.style.height = Tree.top + count * Tree.row + 'px';
  const stage = byId('stage'), before = [stage.scrollLeft, stage.scrollTop];
  stage.replaceChildren(tree);
  stage.style.maxHeight = Math.max(240, Math.round(innerHeight * 0.5)) + 'px';
  [stage.scrollLeft, stage.scrollTop] = before;
  const now = tree.querySelector('.drawn-one') || tree.querySelector('.node.now');
  if (now) {
    stage.scrollLeft = Math.max(Math.min(stage.scrollLeft, now.offsetLeft - 20), now.offsetLeft + Tree.width + 20 - stage.clientWidth);
    stage.scrollTop = Math.max(Math.min(stage.scrollTop, now.offsetTop - 20), now.offsetTop + Tree.height + 20 - stage.clientHeight);
  }
};
