// What the workspace's pages do beyond what they do without a script: copying, local times, a list of options, the
// form's limits as they are typed, and progress as it happens. Words come from the page; nothing here is shown as markup.
"use strict";

const language = document.documentElement.lang;
const fill = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
// As the server writes numbers and dates for this reader.
const locale = document.querySelector("[data-locale]")?.dataset.locale ?? language;
const number = (n) => new Intl.NumberFormat(locale).format(n).replace("-", "−");
const folded = (text) => text.replace(/[\uff00-\uffef\u3000]/g, (wide) => wide.normalize("NFKC")).normalize("NFC")
  .trim().toUpperCase().toLowerCase();
const length = (text) => [...text.trim()].length;

function copying() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    const source = document.getElementById(button.dataset.copy);
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = source.value ?? source.textContent;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // Without leave to write, the text is at least marked for the person to copy.
        if (source.select) source.select();
        else getSelection().setBaseAndExtent(source, 0, source, source.childNodes.length);
        return;
      }
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = label; }, 2000);
    });
  }
}

function localTimes() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const style = time.dataset.local === "date" ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
    time.textContent = new Intl.DateTimeFormat(locale, style).format(new Date(time.dateTime));
  }
}

function confirmations() {
  const open = () => document.querySelector("details.confirm[open]");
  document.addEventListener("keydown", (event) => {
    const details = event.key === "Escape" ? open() : null;
    if (details) {
      details.open = false;
      details.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", (event) => {
    const details = open();
    if (details && !details.contains(event.target)) details.open = false;
  });
}

// Options as a list of fields; the text area stays what is sent.
class OptionList {
  constructor(field, changed) {
    Object.assign(this, { field, changed, text: field.querySelector("textarea"), words: field.dataset });
    this.list = document.createElement("ol");
    this.list.className = "options";
    this.tools = document.createElement("div");
    this.tools.className = "option-tools";
    this.add = this.button(this.words.add, "secondary compact", () => this.insert(this.list.children.length, "").focus());
    this.toggle = this.button(this.words.asText, "plain", () => this.show(!this.isList));
    this.said = document.createElement("span");
    this.said.className = "visually-hidden";
    this.said.setAttribute("role", "status");
    this.tools.append(this.add, this.toggle, this.said);
    this.text.before(this.list);
    this.text.after(this.tools);
    this.text.addEventListener("input", () => this.changed());
    this.show(true);
  }

  get values() {
    return this.text.value.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  }

  // What is given, each with its place: in the list that of its field, blank ones counted, as people see it.
  get entries() {
    if (!this.isList) return this.values.map((value, place) => ({ value, place }));
    return this.inputs.map((input, place) => ({ value: input.value.trim(), place })).filter(({ value }) => value);
  }

  // Where one that is missing would go.
  get vacancy() {
    return this.isList ? Math.max(0, this.inputs.findIndex((input) => !input.value.trim())) : 0;
  }

  get inputs() {
    return [...this.list.querySelectorAll("input")];
  }

  // The one that is wrong, and no other; none where all are fine.
  mark(wrong) {
    this.inputs.forEach((input, place) => {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      if (place !== wrong) return;
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", "options-error");
    });
  }

  // Goes to one of them: its field, or its line of the text.
  go(place) {
    if (this.isList) return (this.inputs[place] ?? this.inputs[0]).focus();
    this.text.focus();
    let [start, seen] = [0, -1];
    for (const line of this.text.value.split("\n")) {
      if (line.trim()) seen += 1;
      if (seen === place && line.trim()) return this.text.setSelectionRange(start, start + line.length);
      start += line.length + 1;
    }
  }

  button(label, style, act) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: label, className: style });
    button.addEventListener("click", act);
    return button;
  }

  show(isList) {
    this.isList = isList;
    this.text.hidden = isList;
    this.list.hidden = this.add.hidden = !isList;
    this.toggle.textContent = isList ? this.words.asText : this.words.asList;
    const label = this.field.querySelector("label");
    if (isList) {
      label.removeAttribute("for");
      const values = this.values;
      while (values.length < 2) values.push("");
      this.list.replaceChildren();
      values.forEach((value, place) => this.insert(place, value));
    } else {
      label.htmlFor = this.text.id;
      this.text.focus();
    }
  }

  insert(place, value) {
    const item = document.createElement("li");
    const input = document.createElement("input");
    input.value = value;
    input.autocomplete = "off";
    const shown = document.createElement("span");
    shown.className = "place";
    shown.setAttribute("aria-hidden", "true");
    const act = (sign, step) => this.button(sign, "icon", () => this.move(item, step));
    item.append(shown, input, act("↑", -1), act("↓", 1), this.button("×", "icon", () => this.remove(item)));
    this.list.insertBefore(item, this.list.children[place] ?? null);
    input.addEventListener("input", () => this.sync());
    input.addEventListener("paste", (event) => this.paste(event, item));
    input.addEventListener("keydown", (event) => this.keyed(event, item));
    this.sync();
    return input;
  }

  keyed(event, item) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.insert([...this.list.children].indexOf(item) + 1, "").focus();
    } else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      this.move(item, event.key === "ArrowUp" ? -1 : 1);
      item.querySelector("input").focus();
    }
  }

  // A list that is pasted becomes as many options.
  paste(event, item) {
    const lines = event.clipboardData.getData("text").split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    const input = item.querySelector("input");
    let place = [...this.list.children].indexOf(item);
    if (!input.value.trim()) {
      input.value = lines.shift();
    }
    for (const line of lines) this.insert(++place, line);
    this.sync();
  }

  move(item, step) {
    const place = [...this.list.children].indexOf(item) + step;
    if (place < 0 || place >= this.list.children.length) return;
    const other = this.list.children[place];
    if (step < 0) other.before(item);
    else other.after(item);
    this.sync();
    this.said.textContent = fill(this.words.moved, { n: place + 1 });
  }

  remove(item) {
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    if (!this.list.children.length) this.insert(0, "");
    this.sync();
    (next ?? this.list.firstElementChild).querySelector("input").focus();
  }

  sync() {
    this.inputs.forEach((input, place) => {
      const [up, down, away] = input.parentElement.querySelectorAll("button");
      const name = (template) => fill(template, { n: place + 1 });
      input.setAttribute("aria-label", name(this.words.label));
      input.parentElement.querySelector(".place").textContent = place + 1;
      up.setAttribute("aria-label", name(this.words.up));
      down.setAttribute("aria-label", name(this.words.down));
      away.setAttribute("aria-label", name(this.words.remove));
      up.disabled = place === 0;
      down.disabled = place === this.list.children.length - 1;
    });
    this.add.disabled = this.list.children.length >= Number(this.words.max);
    this.text.value = this.inputs.map((input) => input.value.trim()).filter(Boolean).join("\n");
    this.changed();
  }
}

// The same rules as the server's, said while the form is filled in. A field is not called empty before it was left.
class BriefForm {
  constructor(form) {
    const [preview, asked] = ["audience-preview", "wording-preview"].map((id) => document.getElementById(id));
    Object.assign(this, { form, words: form.dataset, left: new Set(), preview, asked });
    const field = document.getElementById("options-field");
    this.options = new OptionList(field, () => { this.said?.delete("options"); this.check(); });
    // What the server found wrong stands until it is changed.
    this.said = new Map();
    for (const name of ["question", "options", "audience_description", "sample_size"]) {
      const text = document.getElementById(`${name}-error`).textContent;
      if (text) this.said.set(name, { text, place: Number(field.dataset.wrong ?? this.options.vacancy) });
    }
    if (this.said.has("options")) this.options.go(this.said.get("options").place);
    for (const name of ["question", "audience_description", "sample_size"]) {
      const field = form.elements[name];
      field.addEventListener("input", () => { this.said.delete(name); this.check(); });
      field.addEventListener("blur", () => { this.left.add(name); this.check(); });
    }
    field.addEventListener("focusout", (event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) { this.left.add("options"); this.check(); }
    });
    document.getElementById("preview-button").hidden = true;
    form.addEventListener("submit", (event) => this.submit(event));
    form.addEventListener("input", (event) => { if (event.target.name === "language") this.follow(); this.soon(); });
    form.elements.wording.addEventListener("change", () => this.ask());
    form.elements.audience_id?.addEventListener("change", () => this.choose());
    this.showWords();
    this.check();
    if (this.preview.hidden) this.soon();
  }

  // An audience that is kept brings its sample size and takes the place of a description.
  choose() {
    const chosen = this.form.elements.audience_id.selectedOptions[0];
    if (chosen.dataset.sample) this.form.elements.sample_size.value = chosen.dataset.sample;
    this.showWords();
    this.check();
    this.ask();
  }

  get keptAudience() {
    return this.form.elements.audience_id?.value ?? "";
  }

  showWords() {
    const isKept = Boolean(this.keptAudience);
    document.getElementById("audience-words").hidden = isKept;
    this.form.elements.audience_description.disabled = isKept;
  }

  submit(event) {
    // An audience is kept without its question.
    if (event.submitter?.name === "keep") return;
    ["question", "options", "audience_description", "sample_size"].forEach((name) => this.left.add(name));
    const wrong = this.check();
    if (!wrong) return;
    event.preventDefault();
    if (wrong.name === "options") this.options.go(wrong.place);
    else this.form.elements[wrong.name].focus();
  }

  check() {
    if (!this.options) return null;
    const found = {
      question: this.textError("question", true),
      options: this.optionsError(),
      audience_description: this.textError("audience_description", false),
      sample_size: this.sizeError(),
    };
    this.cost();
    let first = null;
    for (const [name, error] of Object.entries(found)) {
      const shown = error && (this.left.has(name) || error.isLoud) ? error : this.said?.get(name);
      const line = document.getElementById(`${name}-error`);
      // Said once, and not again with every letter.
      if (line.textContent !== (shown?.text ?? "")) line.textContent = shown?.text ?? "";
      const field = this.form.elements[name];
      if (shown) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      if (name === "options") this.options.mark(shown?.place);
      if (error) first ??= { name, place: error.place };
    }
    return first;
  }

  lengthError(text, max) {
    const chars = length(text);
    if (chars > max) return { text: fill(this.words.tooLong, { chars: number(chars), max: number(max) }), isLoud: true };
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text)) return { text: this.words.control, isLoud: true };
    return null;
  }

  textError(name, isRequired) {
    const field = this.form.elements[name];
    const max = Number(field.dataset.max);
    const counter = document.getElementById(`${name}-count`);
    const chars = length(field.value);
    counter.textContent = chars > max * 0.8 ? fill(this.words.chars, { chars: number(chars), max: number(max) }) : "";
    counter.classList.toggle("over", chars > max);
    if (isRequired && !chars) return { text: this.words.empty };
    return this.lengthError(field.value, max);
  }

  optionsError() {
    const { min, max, charsMax } = this.options.words;
    const { entries, vacancy } = this.options;
    const seen = new Map();
    for (const { value, place } of entries) {
      const wrong = this.lengthError(value, Number(charsMax));
      const named = (message) => fill(this.words.option, { place: place + 1, message });
      if (wrong) return { text: named(wrong.text), place, isLoud: true };
      const earlier = seen.get(folded(value));
      if (earlier !== undefined) return { text: named(fill(this.words.repeats, { n: earlier + 1 })), place, isLoud: true };
      seen.set(folded(value), place);
    }
    const count = { text: fill(this.words.count, { n: entries.length }) };
    if (entries.length < Number(min)) return { ...count, place: vacancy };
    if (entries.length > Number(max)) return { ...count, place: entries[Number(max)].place, isLoud: true };
    return null;
  }

  sizeError() {
    const field = this.form.elements.sample_size;
    const size = Number(field.value);
    const isFine = Number.isInteger(size) && size >= Number(field.min) && size <= Number(field.max);
    return isFine ? null : { text: this.words.sample };
  }

  cost() {
    const table = document.getElementById("cost");
    const size = Math.max(0, Math.trunc(Number(this.form.elements.sample_size.value)) || 0);
    const left = Number(table.dataset.available) - size;
    table.querySelector("[data-part=cost]").textContent = number(size);
    table.querySelector("[data-part=left]").textContent = number(left);
    document.getElementById("cost-short").hidden = left >= 0;
  }

  // Asked once the person pauses, and only the newest answer counts.
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), 600);
  }

  async ask() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = new AbortController();
    const { question, options, audience_description, sample_size, language: asked, wording } = this.form.elements;
    const body = new URLSearchParams({
      question: question.value, audience_description: audience_description.value, sample_size: sample_size.value,
      options: options.value, language: asked.value,
    });
    if (wording.checked) body.set("wording", wording.value);
    if (this.keptAudience) body.set("audience_id", this.keptAudience);
    try {
      const answer = await fetch("/reports/audience", { method: "POST", body, signal: this.asking.signal });
      this.show(answer.ok ? await answer.json() : null);
    } catch (error) {
      if (error.name !== "AbortError") this.show(null);
    }
  }

  // Which language the report follows its question into, while none is chosen.
  follow() {
    const isAuto = this.form.elements.language.value === "auto";
    document.getElementById("language-hint").textContent = isAuto ? this.language ?? "" : "";
  }

  show(preview) {
    this.language = preview?.language;
    this.follow();
    this.showWording(preview?.wording);
    this.showWorth(preview?.worth);
    // The audience of a follow-up is that of the earlier report and is not read from the form.
    this.preview.hidden = !preview || Boolean(this.form.elements.same_panel_as);
    const keep = document.getElementById("keep-audience");
    const isDescribed = Boolean(this.form.elements.audience_description.value.trim()) && !this.keptAudience;
    const isNamed = Boolean(this.form.elements.audience_name?.value);
    if (keep) keep.hidden = Boolean(this.keptAudience) || !(isNamed || (preview?.is_possible && isDescribed));
    if (!preview) return;
    this.preview.classList.toggle("info", preview.is_possible);
    this.preview.classList.toggle("bad", !preview.is_possible);
    this.preview.querySelector("[data-part=description]").textContent = preview.description;
    this.preview.querySelector("[data-part=candidates]").textContent = preview.candidates ?? "";
  }

  // What the engine is worth for this brief, beside its price.
  showWorth(worth) {
    const notice = document.getElementById("worth");
    const [statement, remedy] = ["statement", "remedy"].map((name) => notice.querySelector(`[data-part=${name}]`));
    notice.hidden = !worth;
    if (!worth || statement.textContent === worth.statement) return;
    statement.textContent = worth.statement;
    remedy.hidden = !worth.remedy;
    remedy.querySelector("span").textContent = worth.remedy ?? "";
  }

  // How question and options will be asked; built anew only where it differs, so that it is not read out again.
  showWording(wording) {
    const now = JSON.stringify(wording ?? null);
    if (now === this.worded) return;
    this.worded = now;
    this.asked.hidden = !wording;
    if (!wording) return;
    const part = (name) => this.asked.querySelector(`[data-part=${name}]`);
    const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
    part("summary").textContent = wording.summary;
    part("kind").textContent = wording.kind;
    part("texts").replaceChildren(...wording.texts.flatMap(({ name, asked, reason }) => {
      const shown = document.createElement("dd");
      shown.append(made("bdi", asked));
      if (reason) shown.append(made("span", reason));
      return [made("dt", name), shown];
    }));
  }
}

// Told of every change by the server; where that does not work, asks every few seconds.
class Watch {
  constructor(section) {
    this.section = section;
    this.address = `/reports/${section.dataset.report}`;
    this.failures = 0;
    this.listen();
  }

  listen() {
    const source = new EventSource(`${this.address}/events`);
    source.addEventListener("progress", (event) => {
      this.failures = 0;
      this.show(JSON.parse(event.data), () => source.close());
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED || ++this.failures > 3) {
        source.close();
        this.poll();
      }
    });
    addEventListener("pagehide", () => source.close());
  }

  async poll() {
    let isOver = false;
    try {
      const answer = await fetch(`${this.address}/progress`);
      // A session that has ended leads to the sign-in page.
      if (answer.redirected || answer.status === 404) return location.reload();
      if (answer.ok) this.show(await answer.json(), () => { isOver = true; });
    } catch {
      // The network may come back.
    }
    if (!isOver) setTimeout(() => this.poll(), 5000);
  }

  show(progress, end) {
    if (progress.is_finished) {
      end();
      location.reload();
      return;
    }
    const put = (part, text) => {
      for (const element of document.querySelectorAll(`[data-part="${part}"]`)) {
        if (element.textContent !== text) element.textContent = text;
      }
    };
    put("status_label", progress.status_label);
    put("announce", progress.status_label);
    put("done", progress.done);
    put("estimate", progress.estimate ?? "");
    put("cancelling", progress.cancelling);
    this.section.querySelector("progress").value = progress.percent;
    let state = "done";
    for (const stage of this.section.querySelectorAll("[data-stage]")) {
      const isCurrent = stage.dataset.stage === progress.status;
      stage.className = isCurrent ? "current" : state;
      stage.toggleAttribute("aria-current", false);
      if (isCurrent) {
        stage.setAttribute("aria-current", "step");
        state = "ahead";
      }
    }
  }
}

// One choice of a language for every example, kept for the next visit.
function examples() {
  const radios = [...document.querySelectorAll("[data-example]")];
  const choose = (name) => radios.filter((radio) => radio.dataset.example === name).forEach((radio) => { radio.checked = true; });
  for (const radio of radios) {
    radio.addEventListener("change", () => {
      choose(radio.dataset.example);
      try { localStorage.setItem("example", radio.dataset.example); } catch { /* Not kept then. */ }
    });
  }
  try { choose(localStorage.getItem("example")); } catch { /* The first one then. */ }
  const open = () => { const named = document.getElementById(location.hash.slice(1)); if (named?.matches("details")) named.open = true; };
  if (radios.length) { addEventListener("hashchange", open); open(); }
}

// Answers of people as they come in: the parts that count them are taken from the page as it is by now, until none is marked.
function livePeople() {
  const parts = () => [...document.querySelectorAll("[data-live]")];
  const again = () => { if (parts().length) setTimeout(look, 5000); };
  async function look() {
    try {
      const answer = document.hidden ? null : await fetch(location.href);
      if (answer?.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const part of parts()) {
          const now = page.getElementById(part.id);
          if (now && now.textContent !== part.dataset.text && !part.contains(document.activeElement)) {
            now.dataset.text = now.textContent;
            part.replaceWith(now);
          }
        }
        localTimes();
      }
    } catch { /* The next look may do better. */ }
    again();
  }
  for (const part of parts()) part.dataset.text = part.textContent;
  again();
}

copying();
livePeople();
localTimes();
confirmations();
examples();
const brief = document.getElementById("brief");
if (brief) new BriefForm(brief);
const watch = document.getElementById("watch");
if (watch) new Watch(watch);
