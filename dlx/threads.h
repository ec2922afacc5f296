#ifndef DLX_THREADS_H_
#define DLX_THREADS_H_

// Threads, as many as can be had.
//
// A system may refuse a thread, because there are too many or because there is
// no memory for its stack. Then fewer will do, or none:
//
//   Threads threads;
//   while (threads.size() < 8 && threads.Start(work)) {
//   }
//   if (threads.size() == 0) work();
//
// Threads that take all the memory there is are of no use either: nothing would
// be left to work with. So none is started unless there is some for each of
// them.

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>

namespace dlx {

class Threads {
 public:
  Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  // Waits for their ends.
  ~Threads() { Join(); }

  size_t size() const { return threads_.size(); }

  // Starts a thread that calls `work`, which must not throw. False if there is
  // none to be had.
  bool Start(const std::function<void()>& work);

  // Waits for their ends. Afterwards there are none.
  void Join();

 private:
  std::deque<std::thread> threads_;
};

}  // namespace dlx

#endif  // DLX_THREADS_H_
