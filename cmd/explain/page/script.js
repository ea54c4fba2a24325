"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const KIND_TITLES = { encoder: "encoder, to the source", decoder: "decoder, to its own past", cross: "decoder, to the source" };
const KEPT = 0, ENDED = 1, DROPPED = 2;
const BLUE = [31, 110, 200], ORANGE = [200, 105, 20];
const state = { sentence: 0, kind: data.head[0], layer: data.head[1], head: data.head[2], query: 0 };

/* ---- Elements: all text goes through textContent, so that none of it can be markup. ---- */

function element(tag, attributes, ...children) {
  const e = document.createElement(tag);
  return fill(e, attributes, children);
}
function drawn(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
function fill(e, attributes, children) {
  for (const name in attributes || {}) e.setAttribute(name, attributes[name]);
  for (const c of children) e.append(c);
  return e;
}
function token(piece) {
  return element("bdi", null, piece);
}
function replace(id, ...children) {
  $(id).replaceChildren(...children);
}
function number(x, digits) {
  return x === null ? "–" : x.toFixed(digits).replace("-", "−");
}
function header(...names) {
  return element("thead", null, element("tr", null, ...names.map((n) => element("th", { scope: "col" }, n))));
}
function numberCell(x, digits) {
  return element("td", { class: "number" }, number(x, digits));
}

/* A piece as drawings have it: in its own direction, and not endlessly long. */
const PIECE = "unicode-bidi: plaintext", LONGEST_PIECE = 24;
function short(piece) {
  const characters = [...piece];
  return characters.length > LONGEST_PIECE ? characters.slice(0, LONGEST_PIECE - 1).join("") + "…" : piece;
}
function widest(pieceList) {
  const context = element("canvas").getContext("2d");
  context.font = "bold 13px system-ui, sans-serif";
  return pieceList.reduce((most, p) => Math.max(most, context.measureText(short(p)).width), 0);
}

/* ---- Numbers of the page ---- */

const decoded = new Map();
function unpack(text, signed) {
  if (decoded.has(text)) return decoded.get(text);
  const bytes = atob(text), values = new Float64Array(bytes.length / 2);
  for (let i = 0; i < values.length; i++) {
    const v = bytes.charCodeAt(2 * i) | (bytes.charCodeAt(2 * i + 1) << 8);
    values[i] = signed && v > 32767 ? v - 65536 : v;
  }
  decoded.set(text, values);
  return values;
}
function sentence() {
  return data.sentences[state.sentence];
}
function pieces(tokens) {
  return tokens.map((t) => t.piece);
}
function labels(kind) {
  const s = sentence(), source = pieces(s.source_tokens), target = pieces(s.target_tokens);
  if (kind === "encoder") return { rows: source, columns: source };
  if (kind === "cross") return { rows: target, columns: source };
  return { rows: target, columns: ["<start>", ...target.slice(0, -1)] };
}
/* Weights of a head, row by row. */
function weights(kind, layer, head) {
  const { rows, columns } = labels(kind), all = unpack(sentence().attention[kind][layer]);
  const n = rows.length, m = columns.length, result = [];
  for (let i = 0; i < n; i++)
    result.push(Array.from(all.subarray((head * n + i) * m, (head * n + i + 1) * m), (v) => v / 65535));
  return result;
}
function possible(kind, i, j) {
  return kind !== "decoder" || j <= i;
}
function text(pieceList) {
  return pieceList.filter((p) => p !== "</s>").join("").replaceAll("▁", " ").trim();
}

/* ---- Tokens ---- */

function drawTokens() {
  const s = sentence(), body = element("tbody");
  replace("source-tokens", "The encoder read: ");
  s.source_tokens.forEach((t) => $("source-tokens").append(token(t.piece), " "));
  s.target_tokens.forEach((t, i) => {
    const row = element("tr", null, element("td", { class: "number" }, String(i + 1)),
      element("th", { scope: "row" }, token(t.piece)), numberCell(t.log_probability, 3),
      element("td", { class: "number" }, (100 * Math.exp(t.log_probability)).toFixed(1) + " %"));
    if (i < s.forced) row.append(element("td", { colspan: "5" }, "forced, not chosen"));
    const others = s.beam[i].filter((c) => c[0] === t.hypothesis && c[1] < 5).sort((a, b) => a[1] - b[1]);
    others.forEach((c) => row.append(element("td", c[2] === t.id ? { class: "faint" } : null, token(c[3]), " ",
      element("span", { class: "faint" }, number(c[4], 3)))));
    body.append(row);
  });
  replace("steps", header("Step", "Token", "log p", "p", "1st", "2nd", "3rd", "4th", "5th"), body);
}

/* ---- Grids with numbers ---- */

/* The text of a cell is black or white, whichever is read better: on light paper white from 0.77 on,
   on dark paper black from 0.60 on. */
function cell(w) {
  return element("td", { style: "--w:" + w.toFixed(3), class: w > 0.77 ? "strong" : w > 0.6 ? "middle" : "weak" }, w.toFixed(3).replace(/^0/, ""));
}
function grid(id, kind, rows, columns, value) {
  const head = element("tr", null, element("td", { style: "--w:0" }));
  columns.forEach((c) => head.append(element("th", { scope: "col" }, token(c))));
  const body = element("tbody");
  rows.forEach((r, i) => {
    const row = element("tr", null, element("th", { scope: "row" }, token(r)));
    columns.forEach((c, j) => row.append(possible(kind, i, j) ? cell(value(i, j)) : element("td", { style: "--w:0" }, "")));
    body.append(row);
  });
  replace(id, element("thead", null, head), body);
}
function drawAlignment() {
  const m = data.model, { rows, columns } = labels("cross"), all = unpack(sentence().alignment);
  $("alignment-about").textContent = "How much each token of the translation (a row) comes from each token of the source (a column): " +
    (m.alignment_layer >= 0 ? "cross-attention of layer " + m.alignment_layer + ", " + (m.alignment_heads > 1 ? "mean of heads 0 to " + (m.alignment_heads - 1) : "head 0") + ", which the model names for it."
      : "the mean of all heads of the last layer, since the model names none.");
  grid("alignment-grid", "cross", rows, columns, (i, j) => all[i * columns.length + j] / 65535);
}
function drawMatrix() {
  const { rows, columns } = labels(state.kind), w = weights(state.kind, state.layer, state.head);
  grid("matrix-grid", state.kind, rows, columns, (i, j) => w[i][j]);
}

/* ---- A head as lines ---- */

function sayRow(i) {
  const { rows, columns } = labels(state.kind), w = weights(state.kind, state.layer, state.head)[i];
  const order = w.map((x, j) => j).filter((j) => possible(state.kind, i, j)).sort((a, b) => w[b] - w[a]).slice(0, 5);
  replace("head-row", token(rows[i]), " looks at ");
  order.forEach((j, k) => $("head-row").append(k ? ", " : "", token(columns[j]), " " + number(w[j], 3)));
}
function showRow(i) {
  $("head-lines").classList.toggle("some", i !== null);
  for (const line of $("head-lines").querySelectorAll("line")) line.classList.toggle("on", line.dataset.row === String(i));
  if (i !== null) sayRow(i);
}
function drawHead() {
  const { rows, columns } = labels(state.kind), w = weights(state.kind, state.layer, state.head);
  const step = 22, height = 12 + step * Math.max(rows.length, columns.length), y = (i) => 16 + step * i;
  const left = Math.max(100, widest(rows) + 12), right = left + 180, width = Math.ceil(right + 16 + widest(columns));
  const svg = $("head-lines");
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren();
  rows.forEach((r, i) => columns.forEach((c, j) => {
    if (w[i][j] < 0.01) return;
    svg.append(drawn("line", { x1: left, x2: right, y1: y(i) - 4, y2: y(j) - 4, "stroke-width": (0.5 + 3 * w[i][j]).toFixed(2), "stroke-opacity": Math.min(1, 0.1 + w[i][j]).toFixed(3), "data-row": i }));
  }));
  rows.forEach((r, i) => {
    const g = drawn("g", { tabindex: "0", role: "img", "aria-label": r }, drawn("rect", { x: 0, y: y(i) - 16, width: left - 4, height: step, fill: "transparent" }),
      drawn("text", { x: left - 6, y: y(i), "text-anchor": "end", style: PIECE }, short(r)));
    g.addEventListener("focus", () => showRow(i));
    g.addEventListener("mouseenter", () => showRow(i));
    g.addEventListener("blur", () => showRow(null));
    g.addEventListener("mouseleave", () => showRow(null));
    svg.append(g);
  });
  columns.forEach((c, j) => svg.append(drawn("text", { x: right + 6, y: y(j), style: PIECE }, short(c))));
  $("head-about").textContent = "Attention of the " + KIND_TITLES[state.kind] + ", layer " + state.layer + ", head " + state.head +
    ": tokens to the left look at tokens to the right. A thick line is a large weight; each token's weights sum to 1." +
    (state.kind === "encoder" ? "" : " A row of the decoder is named by the token that it predicts" + (state.kind === "decoder" ? ", a position of its past by the token that it was given." : "."));
  sayRow(0);
}

/* ---- All heads ---- */

function paint(canvas, rows, columns, colour) {
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext("2d"), image = context.createImageData(columns, rows);
  for (let k = 0; k < rows * columns; k++) {
    const [rgb, alpha] = colour(k);
    image.data.set([...rgb, Math.round(255 * Math.min(1, alpha))], 4 * k);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
function choose(kind, layer, head) {
  Object.assign(state, { kind, layer, head, query: 0 });
  drawControls();
  drawChosen();
}
function drawModel() {
  const kinds = Object.keys(sentence().attention).filter((k) => sentence().attention[k].length);
  replace("model-grid");
  for (const kind of kinds) {
    const { rows, columns } = labels(kind), n = rows.length * columns.length, table = element("table");
    table.append(element("caption", null, "Attention of the " + KIND_TITLES[kind]));
    table.append(element("thead", null, element("tr", null, element("td"), ...Array.from({ length: data.model.heads }, (v, h) => element("th", { scope: "col" }, "head " + h)))));
    sentence().attention[kind].forEach((packed, layer) => {
      const all = unpack(packed), row = element("tr", null, element("th", { scope: "row" }, "layer " + layer));
      for (let h = 0; h < data.model.heads; h++) {
        const canvas = paint(element("canvas"), rows.length, columns.length, (k) => [BLUE, all[h * n + k] / 65535]);
        const button = element("button", { class: "mini", type: "button", "aria-label": kind + ", layer " + layer + ", head " + h,
          "data-head": kind + ":" + layer + ":" + h }, canvas);
        button.addEventListener("click", () => choose(kind, layer, h));
        row.append(element("td", null, button));
      }
      table.append(row);
    });
    $("model-grid").append(element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Heads of the " + KIND_TITLES[kind] }, table));
  }
  markHead();
}
function markHead() {
  const chosen = state.kind + ":" + state.layer + ":" + state.head;
  for (const b of document.querySelectorAll("button.mini")) b.setAttribute("aria-pressed", String(b.dataset.head === chosen));
}

/* ---- Queries and keys ---- */

function strip(values, largest) {
  const canvas = paint(element("canvas", { class: "strip", "aria-hidden": "true" }), 1, values.length,
    (k) => [values[k] < 0 ? ORANGE : BLUE, Math.abs(values[k]) / largest]);
  canvas.style.width = 6 * values.length + "px";
  return canvas;
}
function largestOf(...lists) {
  return Math.max(1e-9, ...lists.map((l) => l.reduce((m, x) => Math.max(m, Math.abs(x)), 0)));
}
function vectors(packed, n) {
  const d = data.model.heads * data.model.d_head, all = unpack(packed.values, true), from = state.head * data.model.d_head;
  return Array.from({ length: n }, (v, i) => Array.from(all.subarray(i * d + from, i * d + from + data.model.d_head), (x) => x * packed.scale));
}
function drawNeurons() {
  const packed = sentence().neurons[state.kind][state.layer], { rows, columns } = labels(state.kind), i = state.query;
  replace("neuron-grid");
  const score = state.kind === "cross" ? data.model.cross_score : data.model.self_score;
  if (score === "location") {
    $("neuron-about").textContent = "A query of this model scores the positions themselves: there are no keys.";
    return;
  }
  if (!packed) {
    $("neuron-about").textContent = "This page would be too large with the queries and keys of all layers. To see this layer's, make it with --head " + [state.kind, state.layer, state.head].join(":") + ".";
    return;
  }
  const query = vectors(packed.query, rows.length)[i], keys = vectors(packed.key, columns.length), root = score === "scaled-dot" ? Math.sqrt(data.model.d_head) : 1;
  const additive = score === "additive", products = keys.map((key) => key.map((k, e) => additive ? Math.tanh(k + query[e]) : k * query[e])), w = weights(state.kind, state.layer, state.head)[i];
  const largest = largestOf(query, ...keys), most = largestOf(...products);
  const sums = additive ? "The hyperbolic tangents of query + key, number by number, are weighted by what the head has learnt, and added. Put"
    : "The products of query and key, number by number, sum to q · k. " + (root > 1 ? "Divided by √" + data.model.d_head + " and put" : "Put");
  $("neuron-about").textContent = "Each strip has " + data.model.d_head + " numbers: blue is positive, orange negative. " + sums + " through a softmax over all positions, the sums become the weights.";
  const body = element("tbody", null, element("tr", null, element("th", { scope: "row" }, "query: ", token(rows[i])), element("td", null, strip(query, largest))));
  columns.forEach((c, j) => {
    if (!possible(state.kind, i, j)) return;
    const sum = additive ? null : products[j].reduce((a, b) => a + b, 0) / root;
    body.append(element("tr", null, element("th", { scope: "row" }, token(c)), element("td", null, strip(keys[j], largest)), element("td", null, strip(products[j], most)),
      numberCell(sum, 2), numberCell(w[j], 3), element("td", null, element("span", { class: "bar", style: "width:" + (100 * w[j]).toFixed(1) + "px" }))));
  });
  replace("neuron-grid", header("Token", "Key", additive ? "tanh(query + key)" : "Query × key", additive ? "" : root > 1 ? "q · k / √" + data.model.d_head : "q · k", "Weight", ""), body);
}

/* ---- The beam ---- */

/* Follows every hypothesis: what it says, where it ended or died. */
function followBeam() {
  const s = sentence(), ended = [], died = [], nodes = [];
  let live = [{ pieces: [], total: 0, best: true }];
  s.beam.forEach((candidates, step) => {
    if (step < s.forced) return;
    const next = [], here = [], winner = s.target_tokens[step];
    const worst = Math.min(...candidates.filter((c) => c[7] !== DROPPED).map((c) => c[5]));
    candidates.filter((c) => c[7] !== DROPPED).forEach((c) => {
      const from = live[c[0]], best = from.best && winner !== undefined && c[0] === winner.hypothesis && c[2] === winner.id;
      const h = { pieces: [...from.pieces, c[3]], total: c[5], score: c[6], best, step, from: c[0], piece: c[3], place: c[8], ends: c[7] === ENDED };
      if (h.ends) ended.push(h);
      else next[c[8]] = h;
      here.push(h);
    });
    live.forEach((h, i) => {
      if (here.some((n) => n.from === i)) return;
      const top = candidates.filter((c) => c[0] === i).sort((a, b) => b[5] - a[5])[0];
      died.push(Object.assign(h, { dead: true, top, worst, at: step }));
    });
    nodes.push(here);
    live = next;
  });
  live.forEach((h) => h && (h.left = true));
  return { ended, died, nodes, left: live.filter(Boolean) };
}
function why(beam) {
  const s = sentence(), m = data.model, order = [...beam.ended, ...(s.end === "limit" || s.end === "loop" ? beam.left : [])].sort((a, b) => b.score - a.score);
  const n = s.target_tokens.length, length = m.penalty === "gnmt" ? "((5 + length) / 6)" : "length";
  const ends = { full: "The search ended because every place of the beam held a hypothesis that had ended.",
    settled: "The search ended because no hypothesis that lived could still reach a better score.",
    limit: "The search ended at the longest length; hypotheses count as they were.",
    loop: "The search ended because the best hypothesis repeated itself.", failed: "The search failed." };
  const rule = "Hypotheses are ranked by score = log p / " + length + (m.length_penalty === 1 ? "" : "^" + m.length_penalty) + ". ";
  const won = "The winner has log p " + number(s.log_probability, 4) + " and " + n + " tokens: score " + number(s.score, 4) + ". ";
  const second = order.find((h) => !h.best);
  const other = !second ? "No other hypothesis ended. " : order[0].best ? "The next best has " + number(second.score, 4) + ": it is less. "
    : "Another has a better score, " + number(second.score, 4) + ", but lacks something of the source, such as a number. ";
  return rule + won + other + ends[s.end] + (s.searched_again ? " The sentence was searched a second time, since something was wrong with the first result." : "");
}
function tables(beam) {
  const body = element("tbody"), gone = element("tbody");
  [...beam.ended].sort((a, b) => b.score - a.score).forEach((h) => body.append(element("tr", h.best ? { class: "best" } : null, numberCell(h.score, 4), numberCell(h.total, 4),
    element("td", { class: "number" }, String(h.pieces.length + sentence().forced)), element("td", { class: "words" }, token(text(h.pieces))))));
  replace("ended", header("Score", "log p", "Tokens", "Hypothesis"), body);
  beam.died.forEach((h) => gone.append(element("tr", null, element("td", { class: "number" }, String(h.at + 1)), numberCell(h.total, 4), numberCell(h.top ? h.top[5] : null, 4),
    numberCell(h.worst, 4), element("td", { class: "words" }, token(text(h.pieces))))));
  replace("died", header("At step", "log p", "with its best next token", "least that was kept", "Hypothesis"), gone);
}
function stepWidth(beam) {
  return Math.max(104, Math.ceil(36 + widest(beam.nodes.flat().map((h) => "✕ " + short(h.piece)))));
}
/* Draws steps first .. last - 1. */
function drawTree(svg, beam, first, last) {
  const wide = stepWidth(beam), high = 44, m = data.model.beam;
  const x = (step) => 16 + wide * (step - first), y = (place) => 26 + high * place;
  svg.setAttribute("width", x(last) + wide);
  svg.setAttribute("height", y(m));
  svg.setAttribute("viewBox", `0 0 ${x(last) + wide} ${y(m)}`);
  svg.replaceChildren(drawn("text", { x: 4, y: y(0) + 4, class: "small" }, first ? "" : "start"));
  beam.nodes.slice(first, last).forEach((here, i) => {
    const step = first + i, x1 = x(step) + (step ? wide - 32 : 24), x2 = x(step + 1) - 4;
    let free = m - 1;
    here.forEach((h) => {
      const place = h.ends ? free-- : h.place, dead = h.dead ? " dead" : "", best = h.best ? " best" : "";
      svg.append(drawn("path", { class: "edge" + best + dead, d: "M" + x1 + " " + y(h.from) + "C" + (x1 + 16) + " " + y(h.from) + " " + (x2 - 16) + " " + y(place) + " " + x2 + " " + y(place) }));
      if (h.ends) svg.append(drawn("rect", { class: "box" + best, x: x2, y: y(place) - 16, width: 86, height: 34, rx: 3 }));
      svg.append(drawn("text", { x: x2 + 4, y: y(place) - 1, class: best.trim(), style: PIECE }, (h.dead ? "✕ " : "") + short(h.piece)));
      svg.append(drawn("text", { x: x2 + 4, y: y(place) + 13, class: "small" }, number(h.ends ? h.score : h.total, 3) + (h.ends ? " score" : "")));
    });
  });
  return svg;
}
function drawBeam() {
  const beam = followBeam();
  $("beam-why").textContent = why(beam);
  tables(beam);
  drawTree($("beam-tree"), beam, 0, beam.nodes.length);
}

/* ---- Paper: what is wider than a page is printed in parts ---- */

const PAGE_WIDTH = 900, PAGE_COLUMNS = 24;
function gridParts(table) {
  const parts = [], n = table.rows.length ? table.rows[0].cells.length : 0;
  for (let first = 1; n > PAGE_COLUMNS + 1 && first < n; first += PAGE_COLUMNS) {
    const part = element("table", { class: "grid printed" });
    for (const from of [table.tHead, table.tBodies[0]]) {
      const to = element(from.tagName);
      for (const row of from.rows) to.append(element("tr", null, ...[row.cells[0], ...[...row.cells].slice(first, first + PAGE_COLUMNS)].map((c) => c.cloneNode(true))));
      part.append(to);
    }
    parts.push(part);
  }
  return parts;
}
function treeParts() {
  const beam = followBeam(), n = beam.nodes.length, parts = [], each = Math.max(1, Math.floor(PAGE_WIDTH / stepWidth(beam)) - 1);
  for (let first = 0; n > each && first < n; first += each) parts.push(drawTree(drawn("svg", { class: "printed" }), beam, first, Math.min(n, first + each)));
  return parts;
}
function beforePrint() {
  afterPrint();
  for (const [whole, parts] of [...["alignment-grid", "matrix-grid"].map((id) => [$(id), gridParts($(id))]), [$("beam-tree"), treeParts()]]) {
    whole.classList.toggle("whole", parts.length > 0);
    whole.parentNode.append(...parts);
  }
}
function afterPrint() {
  for (const part of document.querySelectorAll(".printed")) part.remove();
}

/* ---- Time ---- */

function drawTimes() {
  const parts = Object.entries(data.seconds), all = parts.reduce((a, p) => a + p[1], 0), body = element("tbody");
  parts.forEach(([name, seconds]) => body.append(element("tr", null, element("th", { scope: "row" }, name), numberCell(1000 * seconds, 2),
    element("td", { class: "number" }, (all ? (100 * seconds) / all : 0).toFixed(1) + " %"),
    element("td", null, element("span", { class: "bar", style: "width:" + (all ? (240 * seconds) / all : 0).toFixed(1) + "px" })))));
  body.append(element("tr", { class: "best" }, element("th", { scope: "row" }, "all"), numberCell(1000 * all, 2)));
  replace("time-table", header("Part", "Milliseconds", "Share", ""), body);
}

/* ---- Choosing ---- */

function options(id, values, chosen) {
  replace(id, ...values.map(([value, name]) => element("option", { value }, name)));
  $(id).value = String(chosen);
}
function counted(n) {
  return Array.from({ length: n }, (v, i) => [i, String(i)]);
}
function drawControls() {
  const kinds = Object.keys(sentence().attention).filter((k) => sentence().attention[k].length);
  options("kind", kinds.map((k) => [k, KIND_TITLES[k]]), state.kind);
  options("layer", counted(sentence().attention[state.kind].length), state.layer);
  options("head", counted(data.model.heads), state.head);
  options("query", labels(state.kind).rows.map((r, i) => [i, i + 1 + " " + r]), state.query);
}
function drawChosen() {
  drawHead();
  drawMatrix();
  drawNeurons();
  markHead();
}
function drawSentence() {
  const s = sentence();
  decoded.clear();
  $("source").textContent = s.source;
  $("translation").textContent = s.translation;
  drawTokens();
  drawAlignment();
  drawModel();
  drawBeam();
  drawControls();
  drawChosen();
}
/* #head=cross:1:0&query=3&sentence=0 chooses, too. */
function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1)), head = (asked.get("head") || "").split(":");
  const index = (value, n) => (/^[0-9]+$/.test(value || "") && Number(value) < n ? Number(value) : null);
  state.sentence = index(asked.get("sentence"), data.sentences.length) || 0;
  const layers = Object.hasOwn(sentence().attention, head[0]) ? sentence().attention[head[0]].length : 0;
  const layer = index(head[1], layers), h = index(head[2], data.model.heads);
  if (layer !== null && h !== null) Object.assign(state, { kind: head[0], layer, head: h });
  state.query = index(asked.get("query"), labels(state.kind).rows.length) || 0;
}
function start() {
  const m = data.model;
  $("model").textContent = (m.name || "A model") + ", " + m.source_language + " to " + m.target_language + ": " + m.encoder_layers + " layers of the encoder, " + m.decoder_layers +
    " of the decoder (" + m.decoder + "), width " + m.d_model + ", " + m.heads + " heads; beam " + m.beam + ".";
  drawTimes();
  if (!data.sentences.length) {
    for (const id of ["choose", "texts", "views"]) $(id).remove();
    document.querySelector("main").replaceChildren(element("p", null, "There is nothing to translate in this text. What translate copies, such as numbers and other scripts, is explained with --raw."));
    return;
  }
  options("sentence", data.sentences.map((s, i) => [i, i + 1 + " " + s.source.slice(0, 60)]), 0);
  readAddress();
  $("sentence").value = String(state.sentence);
  $("sentence").addEventListener("change", (e) => { state.sentence = Number(e.target.value); state.query = 0; drawSentence(); });
  $("kind").addEventListener("change", (e) => choose(e.target.value, 0, 0));
  $("layer").addEventListener("change", (e) => choose(state.kind, Number(e.target.value), state.head));
  $("head").addEventListener("change", (e) => choose(state.kind, state.layer, Number(e.target.value)));
  $("query").addEventListener("change", (e) => { state.query = Number(e.target.value); drawNeurons(); });
  addEventListener("hashchange", () => {
    if (!/[#&](head|query|sentence)=/.test(location.hash)) return;
    readAddress();
    $("sentence").value = String(state.sentence);
    drawSentence();
  });
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", afterPrint);
  drawSentence();
}
start();
