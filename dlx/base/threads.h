#ifndef DLX_BASE_THREADS_H_
#define DLX_BASE_THREADS_H_

// Starts as many threads as the system allows.
//
// A system may refuse a thread, because there are too many or because there is
// no memory for its stack. Then fewer will do, or none:
//
//   Threads threads;
//   while (threads.size() < 8 && threads.Start(work)) {
//   }
//   if (threads.size() == 0) work();
//
// Threads that take all the memory are of no use either. So none is started
// unless some memory is left for each of them.

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

  // Starts a thread that calls `work`, which must not throw. Returns false if
  // the system refuses it.
  bool Start(const std::function<void()>& work);

  // Waits for their ends. Afterwards there are none.
  void Join();

 private:
  std::deque<std::thread> threads_;
};

}  // namespace dlx

#endif  // DLX_BASE_THREADS_H_
