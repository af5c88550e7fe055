// The page /ask: what is asked goes to this server alone, and what comes back is shown as text, never as markup.
"use strict";

const frame = document.getElementById("ask");
const words = JSON.parse(frame.dataset.words);
const paths = JSON.parse(frame.dataset.paths);
const parts = Object.fromEntries(
  ["past", "begin", "talk", "notice", "form", "question", "record", "send", "stop"].map((id) => [id, document.getElementById(id)]),
);
const KEPT = "insurance-sessions";
const MOST_KEPT = 20;
const EXTRACTIVE = "extractive"; // no model: the answer says so itself

let sessionId = "";
let running = null;

function made(tag, text = "", attributes = {}) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// Markdown: headings, paragraphs, lists, quotations, tables, bold; all else is text.

function inline(place, text, cited) {
  const form = /\\([\\`*_|<>#])|\*\*((?:\\.|[^*\\])+)\*\*|\[(\d+)\]/g;
  let rest = 0;
  for (const found of text.matchAll(form)) {
    place.append(text.slice(rest, found.index));
    rest = found.index + found[0].length;
    if (found[1]) place.append(found[1]);
    else if (found[2]) inline(place.appendChild(made("strong")), found[2], cited);
    else place.append(cited[found[3]] ? link(found[0], cited[found[3]]) : found[0]);
  }
  place.append(text.slice(rest));
}

function link(text, clauseId) {
  const to = paths.clause.replace("{clause_id}", encodeURIComponent(clauseId));
  return made("a", text, { href: to, target: "_blank", rel: "noopener" });
}

function cells(line) {
  return line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((each) => each.trim());
}

function table(lines, cited) {
  const whole = made("table");
  const body = whole.appendChild(made("tbody"));
  for (const line of lines.filter((each) => !/^\|(\s*:?-+:?\s*\|)+$/.test(each))) {
    const row = body.appendChild(made("tr"));
    for (const cell of cells(line)) inline(row.appendChild(made("td")), cell, cited);
  }
  return whole;
}

const BLOCKS = [
  [/^#{1,6}\s+/, () => made("h3"), null],
  [/^\s*[-*+]\s+/, () => made("ul"), "li"],
  [/^\s*\d+[.)]\s+/, () => made("ol"), "li"],
  [/^>\s?/, () => made("blockquote"), "p"],
];

function markdown(place, text, cited) {
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split("\n").filter((each) => each.trim());
    if (lines.length && lines.every((each) => each.startsWith("|"))) place.append(table(lines, cited));
    else lines.forEach((line, at) => written(place, line, at > 0, cited));
  }
}

function written(place, line, goesOn, cited) {
  const [mark, make, inside] = BLOCKS.find(([form]) => form.test(line)) ?? [null, () => made("p"), null];
  const kind = make();
  const last = place.lastElementChild;
  const holder = goesOn && inside && last && last.tagName === kind.tagName ? last : place.appendChild(kind);
  inline(inside ? holder.appendChild(made(inside)) : holder, mark ? line.replace(mark, "") : line, cited);
}

// One question with its answer.

function turn(question) {
  const section = parts.talk.appendChild(made("section", "", { class: "turn" }));
  section.append(made("p", question, { class: "asked", "aria-label": words.you }));
  return section.appendChild(made("div", "", { class: "answer", "aria-label": words.answer }));
}

function numbered(citations) {
  const named = citations.map((each, at) => [/^\[(\d+)\]/.exec(each.citation)?.[1] ?? String(at + 1), each.clause_id]);
  return Object.fromEntries(named.filter(([, clauseId]) => clauseId));
}

function show(place, answer) {
  place.replaceChildren();
  markdown(place, answer.answer_text, numbered(answer.citations));
  const chips = place.appendChild(made("p", "", { class: "chips" }));
  for (const each of answer.citations) {
    const told = each.verified ? each.citation : `${each.citation} · ${words.unverified}`;
    chips.append(each.clause_id ? link(told, each.clause_id) : made("span", told));
  }
  const facts = [words[`confidence_${answer.confidence}`], answer.model_used === EXTRACTIVE ? "" : answer.model_used, answer.message];
  place.append(sound(answer.answer_text));
  place.append(made("p", facts.filter(Boolean).join(" · "), { class: "quiet" }));
  const struck = answer.sentences.filter((each) => each.struck);
  if (struck.length) place.append(left(struck));
  place.scrollIntoView({ block: "end" });
}

function left(struck) {
  const details = made("details");
  details.append(made("summary", filled(words.struck, { count: struck.length })));
  const list = details.appendChild(made("ul"));
  for (const each of struck) {
    const item = list.appendChild(made("li"));
    item.append(made("del", each.text), " ", made("span", each.reason ?? "", { class: "quiet" }));
  }
  return details;
}

async function told(response) {
  const answer = await response.json();
  if (response.ok) return answer;
  throw new Error(`${answer.error.message} ${answer.error.hint}`);
}

// A talk with the server: one WebSocket for each conversation, opened with its first question.

let line = null;

function opened() {
  if (line && line.readyState <= WebSocket.OPEN && line.session === sessionId) return line;
  line?.close();
  sessionId ||= newId();
  const to = new URL(paths.talk.replace("{session_id}", encodeURIComponent(sessionId)), location.href);
  to.protocol = to.protocol === "https:" ? "wss:" : "ws:";
  line = new WebSocket(to);
  line.session = sessionId;
  line.addEventListener("message", (event) => running?.hears(JSON.parse(event.data)));
  line.addEventListener("close", (event) => event.target === line && running?.fails(words.failed));
  return line;
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (each) => each.toString(16).padStart(2, "0")).join("");
}

function send(message) {
  const to = opened();
  const text = JSON.stringify(message);
  if (to.readyState === WebSocket.OPEN) to.send(text);
  else to.addEventListener("open", () => to.send(text), { once: true });
}

function ask(question) {
  running = new Question(question);
  busy(words.working);
  send({ type: "text", text: question });
}

async function askSpoken(recorded) {
  running = new Question(words.spoken);
  busy(words.hearing);
  send({ type: "audio", audio: await inBase64(recorded), media_type: recorded.type });
}

function stop() {
  if (running) send({ type: "stop" });
}

const WRITING = new Set(["generation", "mending", "extraction"]);

class Question {
  constructor(question) {
    this.question = question;
    this.place = turn(question);
  }

  hears(message) {
    if (message.type === "stage") this.begins(message.stage);
    else if (message.type === "transcription") this.says(message.text);
    else if (message.type === "sentence") this.grows(message);
    else if (message.type === "stopped") this.fails(words.stopped);
    else if (message.type === "error") this.fails(`${message.message} ${message.hint}`);
    else if (message.type === "response") {
      this.ends();
      show(this.place, message);
      keep(message.session_id, this.question);
    }
  }

  says(question) {
    this.question = question;
    this.place.previousElementSibling.textContent = question;
    parts.notice.textContent = words.working;
  }

  begins(stage) {
    if (!WRITING.has(stage)) return;
    this.place.replaceChildren();
    parts.notice.textContent = words.writing;
  }

  grows(sentence) {
    if (!sentence.struck) this.place.append(made("p", sentence.text));
  }

  fails(why) {
    this.ends();
    this.place.replaceChildren(made("p", why, { class: "told" }));
  }

  ends() {
    running = null;
    busy("");
  }
}

function leave() {
  running?.ends();
  line?.close();
  line = null;
}

function busy(notice) {
  parts.notice.textContent = notice;
  parts.send.hidden = parts.record.hidden = Boolean(notice);
  parts.stop.hidden = !notice;
  parts.question.focus();
}

// Sessions: this browser keeps their ids, the server what was said in them, for a day.

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

function keep(id, question) {
  sessionId = id;
  const others = kept().filter((each) => each.id !== id);
  const first = kept().find((each) => each.id === id)?.question ?? question;
  store([{ id, question: first }, ...others]);
}

function store(sessions) {
  localStorage.setItem(KEPT, JSON.stringify(sessions.slice(0, MOST_KEPT)));
  const named = sessions.map((each) => made("option", each.question.slice(0, 40), { value: each.id }));
  parts.past.replaceChildren(parts.past.options[0], ...named);
  parts.past.value = sessionId;
}

async function recall(id) {
  parts.talk.replaceChildren();
  sessionId = id;
  try {
    const found = await told(await fetch(paths.session.replace("{session_id}", encodeURIComponent(id))));
    let place = null;
    for (const each of found.turns) {
      if (each.role === "user") place = turn(each.content);
      else if (place) remembered(place, each);
    }
  } catch (fault) {
    parts.notice.textContent = fault instanceof TypeError ? words.failed : words.forgotten;
    sessionId = "";
    if (!(fault instanceof TypeError)) store(kept().filter((each) => each.id !== id));
  }
}

function remembered(place, said) {
  markdown(place, said.content, {});
  place.append(sound(said.content));
  const chips = place.appendChild(made("p", "", { class: "chips" }));
  for (const each of said.cited) chips.append(link(`${each.section_id} ${each.section_title}`.trim(), each.chunk_id));
}

// Sound: one click begins a recording, the next one sends it; an answer is read where that is asked for.

let recorder = null;

async function record() {
  if (recorder) return recorder.stop();
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch {
    parts.notice.textContent = words.no_microphone;
    return;
  }
  const pieces = [];
  recorder = new MediaRecorder(stream);
  recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
  recorder.addEventListener("stop", () => {
    stream.getTracks().forEach((each) => each.stop());
    const type = recorder.mimeType;
    recorder = null;
    parts.record.textContent = words.record;
    if (!running) askSpoken(new Blob(pieces, { type }));
  });
  recorder.start();
  parts.record.textContent = words.recording;
}

function inBase64(blob) {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result.slice(reader.result.lastIndexOf(",") + 1)));
    reader.readAsDataURL(blob);
  });
}

function sound(text) {
  const button = made("button", words.play, { type: "button", class: "play" });
  const line = made("p");
  line.append(button);
  let player = null;
  button.addEventListener("click", async () => {
    if (player) return player.pause();
    button.disabled = true;
    try {
      const given = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text }) };
      player = await playing(await told(await fetch(paths.speech, given)));
      button.textContent = words.silence;
      player.addEventListener("pause", () => {
        URL.revokeObjectURL(player.src);
        player = null;
        button.textContent = words.play;
      });
    } catch (fault) {
      player = null;
      parts.notice.textContent = fault instanceof TypeError ? words.failed : fault.message;
    } finally {
      button.disabled = false;
    }
  });
  return line;
}

async function playing(given) {
  const bytes = Uint8Array.from(atob(given.answer_audio_base64), (each) => each.charCodeAt(0));
  const player = new Audio(URL.createObjectURL(new Blob([bytes], { type: "audio/mpeg" })));
  await player.play();
  return player;
}

parts.record.addEventListener("click", record);
parts.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const question = parts.question.value.trim();
  if (!question || running) return;
  parts.question.value = "";
  ask(question);
});
parts.question.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  parts.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") stop();
});
parts.stop.addEventListener("click", stop);
parts.begin.addEventListener("click", () => {
  leave();
  sessionId = parts.past.value = "";
  parts.talk.replaceChildren();
  parts.notice.textContent = "";
  parts.question.focus();
});
parts.past.addEventListener("change", () => {
  leave();
  if (parts.past.value) recall(parts.past.value);
  else parts.begin.click();
});

store(kept());
if (kept().length) recall(kept()[0].id).then(() => (parts.past.value = sessionId));
